import { type Fields, isRecord } from '../../core/index.ts';
import { boundSchema } from './bound-schema.ts';

/** Chat completions' `response_format` of a schema, as the format of an answer here; undefined for any other. */
export function outputFormat({ type, json_schema: given }: Fields): Fields | undefined {
  if (type !== 'json_schema' || !isRecord(given) || !isRecord(given.schema)) return undefined;
  const schema = boundSchema(given.schema);
  return schema && { type: 'json_schema', schema };
}
