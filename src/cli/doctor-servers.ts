import { type Limits, silentLog, type Tool } from '../core/index.ts';
import type { House } from '../house.ts';
import type { ServerReport } from '../mcp/index.ts';
import { listTools, serverOf } from '../tools/index.ts';
import type { Finding } from './doctor-finding.ts';
import { excerptOf } from './excerpt.ts';
import { counted, findingText, junkNote, milliseconds } from './server-table.ts';
import { asShown } from './shown-report.ts';
import { asTheySettle } from './waiting.ts';

/** The servers, each as soon as it is connected or known not to be. */
export async function* lookAtServers(house: House, signal: AbortSignal): AsyncGenerator<Finding> {
  const { servers, tools, settings } = house;
  const ready = new Set<string>();
  for await (const settled of asTheySettle(servers, signal)) {
    const report = asShown(settled, house);
    ready.add(report.state === 'ready' ? settled.name : '');
    yield findingOn(report);
    yield* oddities(report);
    const theirs = tools.all().filter((tool) => serverOf(tool) === settled.name);
    yield* leftOut('server', theirs, settings.limits);
  }
  // One that died as soon as it had answered.
  for (const report of servers.servers()) {
    if (ready.has(report.name) && report.state !== 'ready') yield findingOn(asShown(report, house));
  }
}

/** Tools that no model gets to see, and why. */
export function leftOut(check: string, tools: readonly Tool[], limits: Limits): readonly Finding[] {
  const findings: Finding[] = [];
  const warn = (fields: { readonly tool?: string; readonly reason?: string }): void => {
    if (findings.length >= MOST_TOOLS) return;
    findings.push({ mark: 'warning', check, says: `the tool ${fields.tool} is left out: ${fields.reason}` });
  };
  listTools(tools, { ...silentLog, warn }, limits);
  return findings;
}

function findingOn(report: ServerReport): Finding {
  const { name, state, lastError = 'nobody knows why', check: fix = '', stderr } = report;
  const details = excerptOf(stderr, MOST_LINES).map((line) => `stderr: ${line}`);
  const trouble = { check: 'server', says: `${name} is ${state}: ${lastError}`, details, fix };
  switch (state) {
    case 'ready':
      return { mark: 'ok', check: 'server', says: `${name} is ready: ${timesOf(report)}` };
    case 'disabled':
      return { mark: 'ok', check: 'server', says: `${name} is disabled` };
    case 'connecting':
    case 'degraded':
      return { mark: 'warning', ...trouble };
    case 'gone':
      return { mark: 'problem', ...trouble };
    default:
      return state satisfies never;
  }
}

function timesOf({ tools, connectMs, latencyMs, attempt }: ServerReport): string {
  return [
    counted(tools, 'tool'),
    ...(connectMs === undefined ? [] : [`connected in ${milliseconds(connectMs)}`]),
    ...(attempt > 1 ? [`on attempt ${attempt}`] : []),
    ...(latencyMs === undefined ? [] : [`answers in ${milliseconds(latencyMs)}`]),
  ].join(', ');
}

function* oddities({ name, junkLines, junk, findings }: ServerReport): Generator<Finding> {
  if (junkLines > 0) {
    yield {
      mark: 'warning',
      check: 'server',
      says: `${name} wrote to its stdout ${junkNote(junkLines)}`,
      ...(junk === undefined ? {} : { details: [`stdout: ${junk}`] }),
      fix: 'It works, but another client may break. Look for an option that makes it quiet, or tell whoever wrote it.',
    };
  }
  if (findings.length > 0) {
    yield {
      mark: 'warning',
      check: 'server',
      says: `${name}: not all of its tools are as it lists them, or as the settings name them`,
      details: findings.map(findingText),
    };
  }
}

const MOST_LINES = 12;
const MOST_TOOLS = 20;
