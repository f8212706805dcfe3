import { buildGateway, type Gateway } from '../../src/gateway.ts';
import { settingsOf } from '../../src/settings/index.ts';
import { jsonSchemaOf } from '../../src/tools/index.ts';
import { recordingLog } from '../recording-log.ts';

/**
 * The client that the conformance suite starts, with the address of its server as the last argument: a whole gateway with
 * that one server, whose tools are called through the executor. It ends with code 1 where a call fails.
 */
const log = recordingLog();
const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env;
const gateway = gatewayWith(process.argv.at(-1) ?? '');
try {
  await gateway.servers.settled.wait(10_000);
  const missing = gateway.servers.missing();
  if (missing.length > 0) throw new Error(`not connected: ${JSON.stringify(gateway.servers.servers())}`);
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

/** What the scenario says to call; where it says nothing, every tool that is there, with arguments after its schema. */
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
  if (outcome.status === 'ok' || outcome.failure.kind === 'bad-schema') return; // a schema that nobody can use
  throw new Error(`${name}: ${JSON.stringify(outcome)}`);
}

/** The suite gives null for a boolean, which the executor refuses; left out is what it asks for as well. */
function withoutNulls(args: object): object {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function schemaOf(name: string): unknown {
  return gateway.tools.find(`suite::${name}`)?.schema;
}

/** The smallest value that such a schema takes, with all its properties. */
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
