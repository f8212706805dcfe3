/** Reads the reports of a child process. A program that has broken out of its engine could write anything. */
import type { ProgramError, ProgramResult, Report } from './protocol.ts';
import { type Fields, fieldsOf, parsed } from './untrusted.ts';

/** Returns undefined if the line is not a report. */
export function readReport(line: string): Report | undefined {
  const report = fieldsOf(parsed(line));
  return hasFieldsOf(report) ? (report as unknown as Report) : undefined;
}

function hasFieldsOf(report: Fields): boolean {
  switch (report.kind) {
    case 'ready':
      return true;
    case 'unusable':
      return isText(report.why);
    case 'call':
      return isCount(report.call) && isText(report.path) && isList(report.args, isText) && isList(report.named, isPair);
    case 'waiting':
      return isCount(report.settled);
    case 'print':
      return (report.stream === 'stdout' || report.stream === 'stderr') && isText(report.text);
    case 'parked':
      return isText(report.snapshot) && isSpent(report);
    case 'kept':
      return report.bytes === undefined || isCount(report.bytes);
    case 'finished':
      return (report.result === undefined || isResult(report.result)) && isSpent(report);
    case 'failed':
      return isError(report.error) && isSpent(report);
    default:
      return false;
  }
}

function isSpent({ computeMs, isWorn }: Fields): boolean {
  return isCount(computeMs) && (isWorn === undefined || typeof isWorn === 'boolean');
}

function isResult(value: unknown): value is ProgramResult {
  const { kind, json, text } = fieldsOf(value);
  return kind === 'json' ? isText(json) : kind === 'repr' && isText(text);
}

function isError(value: unknown): value is ProgramError {
  const { type, message, frames } = fieldsOf(value);
  return isText(type) && isText(message) && isList(frames, isFrame);
}

function isFrame(value: unknown): boolean {
  const { line, function: name } = fieldsOf(value);
  return isCount(line) && (name === undefined || isText(name));
}

function isPair(value: unknown): boolean {
  return isList(value, isText) && value.length === 2;
}

function isList(value: unknown, isItem: (item: unknown) => boolean): value is readonly unknown[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
