/** The part of JSON Schema that a provider supports. Everything else becomes text in the nearest description. */
export interface SchemaRules {
  /** Supported keywords; all others become text in the description. If unset, all keywords are supported. */
  readonly keywords?: ReadonlySet<string>;
  /** Supported keywords of the top-level schema, if they differ. */
  readonly topKeywords?: ReadonlySet<string>;
  /** References must be inlined: `$ref` and `$defs` are not supported. */
  readonly inlines?: boolean;
  /** The top-level schema must be a plain object: `type: object` without anyOf, oneOf, allOf or `$ref`. */
  readonly plainTop?: boolean;
  /** The top-level schema must have `properties`, even if they are empty. */
  readonly fullTop?: boolean;
  /** The provider ignores the description of the top-level schema, so `narrowTool` moves it into the tool's description. */
  readonly muteTop?: boolean;
  /** The pattern that property names must match. */
  readonly names?: RegExp;
  /** No constraint is allowed beside anyOf: constraints are copied into each branch. */
  readonly loneAnyOf?: boolean;
  /** Google's subset of OpenAPI 3.0: one type per schema, `nullable`, enums of strings only, complete arrays and objects. */
  readonly openApi?: boolean;
}

/**
 * Rules of the Messages API. It rejects the whole request if one tool has anyOf, oneOf or allOf at the top level, a property
 * name that does not match this pattern, or a schema that is not valid in draft 2020-12. All keywords are supported.
 */
export const anthropicSchemas: SchemaRules = { plainTop: true, names: /^[a-zA-Z0-9_.-]{1,64}$/ };

/**
 * Rules of the Messages API for structured answers and for the arguments of strict tools. The API accepts only some values
 * of `format` and `minItems`, and every object must be closed; `messages/bound-schema.ts` handles those limits.
 */
export const anthropicBoundSchemas: SchemaRules = {
  keywords: words(`$schema $ref $defs definitions type title description enum const items minItems properties required
    additionalProperties anyOf format`),
};

/**
 * Rules of Gemini's OpenAI-compatible API. It rejects the whole request for a keyword that its Schema message does not
 * have.
 */
export const geminiSchemas: SchemaRules = {
  keywords: words(`type format title description nullable enum items minItems maxItems properties required minProperties
    maxProperties minLength maxLength pattern anyOf default minimum maximum`),
  inlines: true,
  plainTop: true,
  loneAnyOf: true,
  openApi: true,
};

/**
 * Rules of Ollama. It keeps these keywords of a property (its ToolProperty) and silently drops the rest; at the top
 * level it keeps even fewer.
 */
export const ollamaSchemas: SchemaRules = {
  keywords: words('type description enum items properties required anyOf'),
  topKeywords: words('type description properties required'),
  inlines: true,
  plainTop: true,
  fullTop: true,
  muteTop: true,
};

/**
 * Rules of servers that turn tools into a grammar (llama.cpp and its relatives). They reject the request for a pattern or a
 * long repetition that the grammar cannot express, and they ignore keywords beside anyOf.
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
