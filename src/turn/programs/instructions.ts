import type { VisibleTool } from '../../core/index.ts';
import { type Format, neutralise } from '../../formats/index.ts';
import { pythonNames, stubsOf } from '../../sandbox/index.ts';
import { isDispatcher, isPython, isSearch } from '../../select/index.ts';
import { asPython, nameParts } from './program-tools.ts';

/**
 * Writes the instructions for a model that calls tools in programs: how to write one, an example that is not about the user's
 * tools, and the functions. The same tools always give the same text. Returns an empty text if there are no tools: then no
 * program runs.
 */
export function programInstructions(tools: readonly VisibleTool[], understood: readonly Format[]): string {
  if (tools.length === 0) return '';
  const functions = tools.filter((tool) => !isDispatcher(tool) && !isPython(tool));
  const names = pythonNames(functions.map(nameParts));
  const described = functions.map((tool, place) => asPython(tool, names.pathOf(place)));
  if (functions.length === 0) return HOW_TO_ALONE;
  // A description is untrusted: it must not contain the markers of a call.
  const howTo = functions.some(isSearch) ? `${HOW_TO}\n${HOW_TO_SEARCH}` : HOW_TO;
  return `${howTo}\n\nThe functions:\n\n${neutralise(stubsOf(described), understood)}`;
}

const HOW_TO = `You can run Python programs that call the functions below. To use a function or to calculate, write one program in a block that begins with \`\`\`python, and nothing after the block. For example, with functions named find_books and get_review:

\`\`\`python
books = await find_books(author="Kafka")
reviews = await asyncio.gather(*[get_review(book=book) for book in books])
print(books, reviews)
\`\`\`

The program runs when your message ends. You receive what it prints, or the value of its last line, and then you answer or write the next program.
- The functions exist already: call them, and never define them yourself. Write await before each call. Results are plain data: dict, list, str, numbers.
- asyncio.gather runs independent calls at the same time. A call that fails raises an exception. help(tool) describes a tool.
- There are no files and no network: only these functions and the standard library.
- To show Python to the user without running it, begin the block with \`\`\` and no language.`;

const HOW_TO_ALONE = `You can run Python programs, for example to calculate. Write one program in a block that begins with \`\`\`python, and nothing after the block. The program runs when your message ends. You receive what it prints, or the value of its last line, and then you answer or write the next program.
- There are no files and no network: only the standard library.
- To show Python to the user without running it, begin the block with \`\`\` and no language.`;

const HOW_TO_SEARCH = `- tool_search finds more functions: found = await tool_search("send an email"). Call one by its name, with the arguments that its signature shows: await call_tool(found[0]["name"], {"to": "ann@example.com"}).`;
