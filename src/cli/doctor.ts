import type { Redactor } from '../log/index.ts';
import { type Flags, type LoadedSettings, loadSettings, renderProblems } from '../settings/index.ts';
import { exitCodes, type SettingsCommand } from './command.ts';
import {
  disabledBackends,
  type Finding,
  lookAtDatabases,
  lookAtModels,
  lookAtNode,
  lookAtPort,
  lookAtServers,
  lookAtStore,
  lookAtTools,
} from './doctor-checks.ts';
import { lookAtPython } from './doctor-python.ts';
import { counted, labelled, linesWithin } from './layout.ts';
import { CLOSE_MS, closeWithin, handleUncaughtErrors, interruption } from './lifetime.ts';
import { buildFrom, type Opened } from './open.ts';
import type { Terminal } from './terminal.ts';
import { untilSettled, waitWithNotice } from './waiting.ts';

export const doctor: SettingsCommand = {
  name: 'doctor',
  usage: 'doctor',
  summary: 'Check the settings, tools, models, databases and MCP servers, and show how to fix problems',
  details: [
    'Connects to the databases and MCP servers, and asks the backends for their lists of models. Sends no prompt to a model.',
    'The exit code is 1 if there is a problem. With --json, prints the findings as JSON.',
  ],
  words: { least: 0, most: 0 },
  needs: 'settings',
  async run(_words, { json, terminal, flags }) {
    const signal = interruption();
    const findings: Finding[] = [];
    for await (const finding of examine(flags, terminal, signal)) {
      if (signal.aborted) break;
      findings.push(finding);
      if (!json) terminal.print(writeFinding(finding, terminal));
    }
    if (signal.aborted) return exitCodes.failed;
    const problems = findings.filter(({ mark }) => mark === 'problem').length;
    const warnings = findings.filter(({ mark }) => mark === 'warning').length;
    if (json) terminal.print(JSON.stringify({ ok: problems === 0, problems, warnings, findings }, null, 2));
    else terminal.print(`\n${summary(problems, warnings)}`);
    return problems === 0 ? exitCodes.ok : exitCodes.failed;
  },
};

function summary(problems: number, warnings: number): string {
  if (problems + warnings === 0) return 'No problems found.';
  const warned = counted(warnings, 'warning');
  if (problems === 0) return `No problems found; ${warned}.`;
  return `There ${problems === 1 ? 'is' : 'are'} ${counted(problems, 'problem')}${warnings === 0 ? '' : ` and ${warned}`}.`;
}

/** Yields the findings of all checks. The servers come last, because they connect in the background and take longest. */
async function* examine(flags: Flags, terminal: Terminal, signal: AbortSignal): AsyncGenerator<Finding> {
  yield lookAtNode();
  const loaded = loadSettings({ flags, env: process.env, cwd: process.cwd() });
  if (!loaded.ok) {
    yield {
      mark: 'problem',
      check: 'settings',
      says: 'The settings are invalid.',
      details: renderProblems(loaded.problems).split('\n'),
    };
    yield { mark: 'warning', check: 'others', says: UNKNOWN };
    return;
  }
  const opened = await buildFrom(loaded, { logLevel: 'silent', asksModels: true });
  const { gateway } = opened;
  try {
    handleUncaughtErrors(gateway, terminal);
    void waitWithNotice(untilSettled(gateway, signal), gateway, terminal);
    for await (const finding of examineGateway(loaded, opened, signal)) yield withoutSecrets(finding, gateway.redactor);
  } finally {
    await closeWithin(CLOSE_MS, gateway);
  }
}

async function* examineGateway(loaded: LoadedSettings, opened: Opened, signal: AbortSignal): AsyncGenerator<Finding> {
  const { gateway, found, warnings } = opened;
  const disabled = disabledBackends(gateway); // lookAtModels reports them
  yield* lookAtSettings(
    loaded,
    warnings.filter((warning) => !disabled.includes(warning)),
  );
  yield* await lookAtTools(loaded, gateway);
  yield* lookAtModels(gateway, found, signal);
  yield await lookAtStore(gateway.settings);
  yield await lookAtPort(gateway.settings, signal);
  yield* await lookAtPython(gateway, signal);
  yield* lookAtDatabases(gateway, signal);
  yield* lookAtServers(gateway, signal);
}

const UNKNOWN =
  'The tools, models, databases, servers, store and port were not checked, because the settings are invalid.';

function* lookAtSettings({ source }: LoadedSettings, warnings: readonly string[]): Generator<Finding> {
  const where = source.file ?? 'There is no toolpath.json, so all settings have their defaults.';
  yield { mark: 'ok', check: 'settings', says: where };
  for (const warning of warnings) yield { mark: 'warning', check: 'settings', says: warning };
}

function withoutSecrets(finding: Finding, { text }: Redactor): Finding {
  const { says, details, fix } = finding;
  return {
    ...finding,
    says: text(says),
    ...(details !== undefined && { details: details.map(text) }),
    ...(fix !== undefined && { fix: text(fix) }),
  };
}

function writeFinding({ mark, check, says, details = [], fix = '' }: Finding, terminal: Terminal): string {
  const { style, foreign, columns } = terminal;
  const wrapped = (text: string) => linesWithin(foreign(text).split(/\s+/), columns - MARK - CHECK);
  const said = labelled(foreign(check), CHECK, wrapped(says));
  const shown = details.map((line) => style('dim', `  ${foreign(line).replaceAll('\n', '\\n')}`));
  const advice = fix === '' ? [] : wrapped(`What to do: ${fix}`);
  return [
    ...labelled(mark, MARK, said, (text) => style(COLOURS[mark], text)),
    ...[...shown, ...advice].map((line) => ' '.repeat(MARK + CHECK) + line),
  ].join('\n');
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
const MARK = 9;
const CHECK = 10;
