import type { Dialect } from './database.ts';

/** Returns true if the database rejects the word as the name of a table or a column unless it is quoted. Ignores its case. */
export function isReserved(word: string, dialect: Dialect): boolean {
  const lower = word.toLowerCase();
  return EVERYWHERE.has(lower) || RESERVED[dialect].has(lower);
}

/** These lists are measured: a statement that uses each keyword of the four engines as a table and a column failed without quotes. */
const EVERYWHERE = setOf(
  'all and as case cast check collate constraint create default distinct else except foreign from group having in ' +
    'intersect into is join limit not null on or order primary references returning select table then to union ' +
    'unique using when where',
);

const IN_POSTGRES_AND_DUCKDB =
  'analyse analyze any array asc asymmetric authorization binary both collation column concurrently cross ' +
  'deferrable desc do end false fetch for freeze full ilike initially inner isnull lateral leading left like ' +
  'natural notnull offset only outer overlaps placing right similar some symmetric tablesample trailing true ' +
  'variadic verbose window with';

const RESERVED: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  sqlite: setOf(
    'add alter autoincrement between commit current_date current_time current_timestamp deferrable delete drop ' +
      'escape exists index insert isnull nothing notnull raise set transaction update values',
  ),
  postgres: setOf(
    `${IN_POSTGRES_AND_DUCKDB} ` +
      'current_catalog current_date current_role current_schema current_time current_timestamp current_user grant ' +
      'localtime localtimestamp session_user system_user user',
  ),
  duckdb: setOf(
    `${IN_POSTGRES_AND_DUCKDB} ` +
      'anti asof at by describe glob lambda pivot pivot_longer pivot_wider positional qualify semi show summarize ' +
      'unpack unpivot',
  ),
  // Measured with MariaDB; the words that only MySQL reserves are from its manual.
  mysql: setOf(
    'accessible add alter analyze asc asensitive before between bigint binary blob both by call cascade change char ' +
      'character column condition continue convert cross cube cume_dist current_date current_role current_time ' +
      'current_timestamp current_user cursor databases day_hour day_microsecond day_minute day_second dec decimal ' +
      'declare delayed delete delete_domain_id dense_rank desc describe deterministic distinctrow div do_domain_ids ' +
      'double drop dual each elseif empty enclosed escaped exists exit explain extract false fetch first_value float ' +
      'float4 float8 for force fulltext function generated get grant grouping groups high_priority hour_microsecond ' +
      'hour_minute hour_second if ignore ignore_domain_ids index infile inner inout insensitive insert int int1 int2 ' +
      'int3 int4 int8 integer interval io_after_gtids io_before_gtids iterate json_arrayagg json_objectagg json_table ' +
      'key keys kill lag last_value lateral lead leading leave left like linear lines load localtime localtimestamp ' +
      'lock long longblob longtext loop low_priority manual master_bind master_demote_to_replica ' +
      'master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext middleint ' +
      'minute_microsecond minute_second mod modifies natural no_write_to_binlog nth_value ntile numeric of offset ' +
      'optimize optimizer_costs optionally out outer outfile over page_checksum parallel parse_vcol_expr partition ' +
      'percent_rank portion position precision procedure purge qualify range rank read read_write reads real ' +
      'recursive ref_system_id regexp release rename repeat replace require resignal restrict return revoke right ' +
      'rlike row row_number rows schemas second_microsecond sensitive separator set show signal smallint spatial ' +
      'specific sql sql_big_result sql_buffer_result sql_cache sql_calc_found_rows sql_no_cache sql_small_result ' +
      'sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent stats_sample_pages stored ' +
      'straight_join substring system tablesample terminated tinyblob tinyint tinytext trailing trigger trim true ' +
      'undo unlock unsigned update usage use utc_date utc_time utc_timestamp value values varbinary varchar ' +
      'varcharacter varying virtual while window with write xor year_month zerofill',
  ),
};

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
