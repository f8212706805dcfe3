/** A piece of a file that people read, and the lines that it occupies (counted from 1). */
export interface Passage {
  readonly kind: 'comment' | 'string' | 'markdown';
  readonly text: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * Finds the comments and the strings with several words of a source file, or the paragraphs of a Markdown file. The source
 * is scanned, not parsed: a passage may be missed behind an unusual regular expression or a nested template.
 */
export function passagesIn(file: string, content: string): readonly Passage[] {
  return file.endsWith('.md') ? paragraphsIn(content) : commentsAndStringsIn(content);
}

/** Splits a passage at the ends of its sentences. */
export function sentencesIn({ text }: Passage): readonly string[] {
  return text.split(/(?<=[.!?]["')`]?)\s+(?=["'(`]?[A-Z])/);
}

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/;
const STRING = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/;
// Matched in order to be skipped, because it may contain quotes. A division follows a value, so it is not matched.
const REGULAR_EXPRESSION = /(?<=[=(,:[!&|?{};]\s*|return )\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//;
const TOKEN = new RegExp([COMMENT, STRING, REGULAR_EXPRESSION].map(({ source }) => source).join('|'), 'g');

function commentsAndStringsIn(source: string): readonly Passage[] {
  return [...source.matchAll(TOKEN)].flatMap(({ 0: matched, index }): Passage[] => {
    const isComment = /^\/[/*]/.test(matched);
    const text = isComment ? withoutMarks(matched) : matched.slice(1, -1);
    const isRead = isComment ? !DIRECTIVE.test(text) : !matched.startsWith('/') && SEVERAL_WORDS.test(text);
    return isRead ? [passageAt(source, index, matched, isComment ? 'comment' : 'string', text)] : [];
  });
}

const DIRECTIVE = /^(?:biome-ignore|oxlint-|@ts-|$)/;
const SEVERAL_WORDS = /[a-z]+ [a-z]+ [a-z]+/;

function withoutMarks(comment: string): string {
  return comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/+|\*)? ?/, '').trim())
    .join(' ')
    .trim();
}

/** Paragraphs, list items and table rows. Fenced code is left out. */
function paragraphsIn(markdown: string): readonly Passage[] {
  const prose = markdown.replace(/^ *```[\s\S]*?^ *```$/gm, (code) => code.replace(/[^\n]/g, ''));
  const found = prose.matchAll(/^(?!\s*$)(?:[^\n]+\n?)(?:(?!\s*(?:[-*|#>]|\d+\.) ?)(?!\s*$)[^\n]+\n?)*/gm);
  return [...found].map(({ 0: matched, index }) => {
    const text = matched.replace(/^\s*(?:[-*#>]+|\d+\.)\s+/, '').replace(/\s+/g, ' ');
    return passageAt(prose, index, matched.trimEnd(), 'markdown', text.trim());
  });
}

function passageAt(content: string, index: number, matched: string, kind: Passage['kind'], text: string): Passage {
  const firstLine = content.slice(0, index).split('\n').length;
  return { kind, text, firstLine, lastLine: firstLine + matched.split('\n').length - 1 };
}
