import { DatabaseError } from '../database-error.ts';

/**
 * Returns one row for the session's role: its name, the server's version as a number, and why a read-only transaction does not
 * restrain it (a line each). A statement can take on each role that the session's role is a member of, with
 * `SELECT set_config('role', …)`, so membership counts like the role itself.
 */
export const ACCOUNT_QUERY = `
SELECT session_user::pg_catalog.text,
       pg_catalog.current_setting('server_version_num'),
       pg_catalog.concat_ws(E'\\n',
         (SELECT CASE WHEN r.rolname = session_user THEN 'is a superuser'
                      ELSE 'is a member of the superuser "' || r.rolname || '"' END
          FROM pg_catalog.pg_roles r
          WHERE r.rolsuper AND pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')
          ORDER BY r.rolname <> session_user, r.rolname LIMIT 1),
         (SELECT 'may create and drop replication slots (REPLICATION)'
          WHERE EXISTS (SELECT FROM pg_catalog.pg_roles r
                        WHERE r.rolreplication AND pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER'))),
         (SELECT 'is a member of ' || pg_catalog.string_agg(r.rolname, ', ' ORDER BY r.rolname)
          FROM pg_catalog.pg_roles r
          WHERE r.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
                              'pg_signal_backend')
            AND pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')),
         (SELECT 'may call ' || pg_catalog.string_agg(DISTINCT p.proname, ', ' ORDER BY p.proname)
          FROM pg_catalog.pg_proc p
          WHERE p.pronamespace = 'pg_catalog'::pg_catalog.regnamespace
            AND p.proname IN ('lo_import', 'lo_export', 'pg_read_file', 'pg_read_binary_file')
            AND pg_catalog.has_function_privilege(session_user, p.oid, 'EXECUTE')))`;

/** Throws if a read-only transaction does not restrain the role. Gives the SQL that creates a role which it does restrain. */
export function checkAccount([role, version, reasons]: readonly (string | null)[]): void {
  if (!reasons) return;
  const [reason = ''] = reasons.split('\n');
  throw new DatabaseError(
    'unsafe-account',
    `The role "${role}" ${reason}. Even in a read-only transaction, such a role can read and write files of the server, run ` +
      `programs or end other sessions. Create a role that can only read, and use it in the URL of this source:\n` +
      `CREATE ROLE toolpath LOGIN PASSWORD '…'; ${grantFor(Number(version))}`,
  );
}

function grantFor(version: number): string {
  if (version >= FIRST_WITH_READ_ALL_DATA) return 'GRANT pg_read_all_data TO toolpath;';
  return 'GRANT USAGE ON SCHEMA public TO toolpath; GRANT SELECT ON ALL TABLES IN SCHEMA public TO toolpath;';
}

const FIRST_WITH_READ_ALL_DATA = 140_000;
