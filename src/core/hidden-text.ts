/**
 * Matches characters that a model reads but a person does not see: control characters, zero-width characters, text-direction
 * marks and Unicode tags. They can hide instructions in a text. Characters that join letters or emoji are allowed.
 */
const HIDDEN = /(?![\t\n\r\p{Join_Control}]|\ufe0f)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

export function withoutHidden(text: string): string {
  return hasHidden(text) ? text.replace(ALL_HIDDEN, '') : text;
}
