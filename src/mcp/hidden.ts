/**
 * What a person does not see and a model reads: controls, zero-width marks, marks that turn the direction of text, Unicode's
 * tags. A description has no use for them; whoever hides words does. What joins letters and emoji may stay.
 */
const HIDDEN = /(?![\t\n\r\p{Join_Control}]|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

export function withoutHidden(text: string): string {
  return hasHidden(text) ? text.replace(ALL_HIDDEN, '') : text;
}
