/**
 * Returns one text, which differs after a change of names, columns, types, keys, comments or privileges, but not after a change
 * of rows: VACUUM, ANALYZE and TRUNCATE change pg_class, so the query reads contents instead of row versions. The sums do not
 * depend on the order of the rows.
 */
export const SCHEMA_VERSION_QUERY = `
WITH tables AS MATERIALIZED (
  SELECT c.oid, c.relname, c.relnamespace, c.relkind, c.relowner, c.relacl
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND c.relpersistence <> 't'
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
), parts(line) AS (
  SELECT pg_catalog.concat_ws(' ', 't', c.oid, c.relname, c.relnamespace, c.relkind, c.relowner, c.relacl)
  FROM tables c
  UNION ALL
  SELECT pg_catalog.concat_ws(' ', 'a', a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attacl)
  FROM pg_catalog.pg_attribute a JOIN tables c ON c.oid = a.attrelid
  WHERE a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT pg_catalog.concat_ws(' ', 'd', d.objoid, d.objsubid, d.description)
  FROM pg_catalog.pg_description d JOIN tables c ON c.oid = d.objoid
  WHERE d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
  UNION ALL
  SELECT pg_catalog.concat_ws(' ', 'k', k.oid, k.conrelid, k.confrelid, k.contype, k.conkey, k.confkey)
  FROM pg_catalog.pg_constraint k JOIN tables c ON c.oid = k.conrelid
  WHERE k.contype IN ('p', 'f')
  UNION ALL
  SELECT pg_catalog.concat_ws(' ', 'n', n.oid, n.nspname, n.nspacl)
  FROM pg_catalog.pg_namespace n WHERE n.nspname !~ '^pg_'
  UNION ALL
  SELECT pg_catalog.concat_ws(' ', 'y', t.oid, t.typname)
  FROM pg_catalog.pg_type t WHERE t.typtype IN ('d', 'e', 'r')
)
SELECT pg_catalog.concat_ws(':', pg_catalog.count(*), pg_catalog.sum(pg_catalog.hashtextextended(line, 0)),
                            pg_catalog.sum(pg_catalog.hashtextextended(line, 1)), pg_catalog.current_schema())
FROM parts`;
