/** The part of JSON Schema that a provider reads. Anything else becomes words in the description at its place. */
export interface SchemaRules {
  /** Keywords that pass; all others become words in the description. Absent: all pass. */
  readonly keywords?: ReadonlySet<string>;
  /** The keywords that pass at the top, where these differ. */
  readonly topKeywords?: ReadonlySet<string>;
  /** `$ref` and `$defs` are resolved in place. */
  readonly inlines?: boolean;
  /** The top must be a plain object: `type: object`, and no anyOf, oneOf, allOf there. */
  readonly plainTop?: boolean;
  /** The top must have `properties`, even if empty. */
  readonly fullTop?: boolean;
  /** The provider ignores the top's description: `narrowTool` moves it into the tool's. */
  readonly muteTop?: boolean;
  /** The pattern that names of properties must match. */
  readonly names?: RegExp;
  /** No other constraint may stand beside anyOf: it is copied into each of the branches. */
  readonly loneAnyOf?: boolean;
  /** Google's subset of OpenAPI 3.0: one type for each schema, `nullable`, enums of texts alone, complete arrays and objects. */
  readonly openApi?: boolean;
}

/**
 * The Messages API refuses a whole request for one tool with a combination at the top, a property outside of this
 * pattern, or a schema that is not valid in draft 2020-12. All keywords pass.
 */
export const anthropicSchemas: SchemaRules = { plainTop: true, names: /^[a-zA-Z0-9_.-]{1,64}$/ };

/**
 * The Messages API's schemas for structured answers and for the arguments of strict tools. It takes only some values of
 * `format` and `minItems`, and every object must be closed: `messages/bound-schema.ts` sees to that.
 */
export const anthropicBoundSchemas: SchemaRules = {
  keywords: words(`$schema $ref $defs definitions type title description enum const items minItems properties required
    additionalProperties anyOf format`),
};

/** Gemini's OpenAI mode refuses the whole request for a keyword that its Schema message does not have. */
export const geminiSchemas: SchemaRules = {
  keywords: words(`type format title description nullable enum items minItems maxItems properties required minProperties
    maxProperties minLength maxLength pattern anyOf default minimum maximum`),
  inlines: true,
  plainTop: true,
  loneAnyOf: true,
  openApi: true,
};

/** Ollama keeps these of a property (its ToolProperty) and silently drops the rest; at the top it keeps even fewer. */
export const ollamaSchemas: SchemaRules = {
  keywords: words('type description enum items properties required anyOf'),
  topKeywords: words('type description properties required'),
  inlines: true,
  plainTop: true,
  fullTop: true,
  muteTop: true,
};

/**
 * Servers that turn tools into a grammar (llama.cpp and its relatives). They refuse the request for a pattern or a long
 * repetition that the grammar cannot hold, and ignore keywords beside anyOf.
 */
export const grammarSchemas: SchemaRules = {
  keywords:
    words(`type title description enum const items properties required additionalProperties anyOf default minimum
    maximum exclusiveMinimum exclusiveMaximum`),
  inlines: true,
  plainTop: true,
  fullTop: true,
  loneAnyOf: true,
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
