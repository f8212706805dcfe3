import { type ContextItem, isAbsent, isRecord, type Read, read, readEach, refuseValue } from '../../core/index.ts';

/** Reads the request's `context`, Toolpath's own extension: a list of strings or `{description, value}` objects. */
export function readContext(context: unknown): Read<readonly ContextItem[]> {
  if (isAbsent(context)) return read([]);
  if (!Array.isArray(context)) return refuseValue('context', context, `a list of items, each ${ITEM}`);
  return readEach(context, 'context', readItem);
}

const ITEM = 'a string or {"description":"…","value":…}';

function readItem(item: unknown, path: string): Read<ContextItem> {
  if (typeof item === 'string') return read({ value: item });
  if (!isRecord(item)) return refuseValue(path, item, ITEM);
  const { description, value } = item;
  if (value === undefined) return refuseValue(`${path}.value`, value, 'any JSON value');
  if (!isAbsent(description) && typeof description !== 'string') {
    return refuseValue(`${path}.description`, description, 'a string');
  }
  return read({
    ...(!isAbsent(description) && { description }),
    value: typeof value === 'string' ? value : JSON.stringify(value),
  });
}
