import { buildGateway, type Gateway } from '../../src/gateway.ts';
import { settingsOf } from '../../src/settings/index.ts';
import { jsonSchemaOf } from '../../src/tools/index.ts';
import { recordingLog } from '../recording-log.ts';

/**
 * The client program that the conformance suite starts. Its last argument is the URL of the suite's server. It builds a
 * complete gateway with that server and calls the tools through the executor. Exits with code 1 if a call fails.
 */
const log = recordingLog();
const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const gateway = gatewayWith(process.argv.at(-1) ?? '');
try {
  await gateway.servers.settled.wait(10_000);
  const missing = gateway.servers.missing();
  if (missing.length > 0) throw new Error(`Not connected: ${JSON.stringify(gateway.servers.servers())}`);
  for (const { name, args } of callsOf(scenario)) await call(name, args);
} catch (error) {
  process.exitCode = 1;
  for (const line of log.lines) console.error(line.level, line.message, JSON.stringify(line.fields));
  console.error(error);
} finally {
  await gateway.close();
}

function gatewayWith(url: string): Gateway {
  const given = {
    store: 'memory',
    mcp: { attempts: 1, elicitation: 'defaults' },
    mcpServers: { suite: { url } },
  };
  const loaded = settingsOf(given, {}, import.meta.dirname);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return buildGateway(loaded.settings, loaded.secrets, log);
}

interface WantedCall {
  readonly name: string;
  readonly args: object;
}

/** Returns the calls that the scenario asks for; by default one call of every tool, with arguments that match its schema. */
function callsOf(wanted: string): readonly WantedCall[] {
  switch (wanted) {
    case 'http-custom-headers':
      return (JSON.parse(context) as { toolCalls: { name: string; arguments: object }[] }).toolCalls.map(
        ({ name, arguments: args }) => ({ name, args: withoutNulls(args) }),
      );
    case 'json-schema-2020-12-preservation':
      return [{ name: 'json_schema_echo', args: { schema: schemaOf('json_schema_2020_12_tool') } }];
    default:
      return gateway.tools.all().map(({ name, schema }) => ({
        name: name.replace(/^suite::/, ''),
        args: sample(jsonSchemaOf(schema)) as object,
      }));
  }
}

async function call(name: string, args: object): Promise<void> {
  const outcome = await gateway.executor.execute({ id: '1', name: `suite::${name}`, arguments: args });
  if (outcome.status === 'ok' || outcome.failure.kind === 'bad-schema') return; // the suite includes a deliberately unusable schema
  throw new Error(`${name}: ${JSON.stringify(outcome)}`);
}

/** Removes null arguments. The suite gives null for a boolean, which the executor rejects; it also accepts an omitted one. */
function withoutNulls(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function schemaOf(name: string): unknown {
  return gateway.tools.find(`suite::${name}`)?.schema;
}

/** Returns a small value that matches the schema, with all its properties. */
function sample(schema: unknown): unknown {
  const { type, properties = {} } = schema as { type?: string; properties?: Readonly<Record<string, unknown>> };
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, sample(inner)]));
    case 'array':
      return [];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'x';
  }
}
