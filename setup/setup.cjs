'use strict';

/*
 * Makes a fresh clone ready before one of npm's scripts runs: installs what package-lock.json names, among it a
 * current Node (setup/node) that the scripts then run on. A second run only compares a stamp.
 *
 * Plain CommonJS with old syntax, here and in the files beside it: an old Node must be able to read it to say what
 * it lacks. And always a pre-script of its own, never `setup && command`: a shell remembers where it found `node`
 * and would go on with the old one.
 */

const fs = require('fs');
const path = require('path');
const { withLock } = require('./lock.cjs');
const { Trouble, describeNpmFailure } = require('./trouble.cjs');

const ROOT = path.join(__dirname, '..');
const LOCKFILE = path.join(ROOT, 'package-lock.json');
const MODULES = path.join(ROOT, 'node_modules');
const NODE_LINK = path.join(MODULES, '.bin', 'node');
const STAMP = path.join(MODULES, '.toolpath-setup');

const NEEDED_NODE = 24; // package.json, "engines"
const OLDEST_NODE = 16; // the first whose npm reads this lockfile

async function main() {
  if (isReady()) return;
  refuseAncientNode();
  await withLock(path.join(ROOT, '.setup-lock'), say, async () => {
    if (isReady()) return; // the run that held the lock did the work
    if (!isInstalled()) await install();
    settleNode();
    fs.writeFileSync(STAMP, fingerprint());
  });
}

/** The stamp is written last, so it vouches for a finished installation and a Node that ran. */
function isReady() {
  const stamped = fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === fingerprint();
  return stamped && (isNewEnough(process.version) || fs.existsSync(NODE_LINK));
}

function fingerprint() {
  const hash = require('crypto').createHash('sha256').update(fs.readFileSync(LOCKFILE)).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** True when npm's own record says that node_modules holds what package-lock.json names: someone ran npm by hand. */
function isInstalled() {
  const record = path.join(MODULES, '.package-lock.json'); // npm writes it last, too
  if (!fs.existsSync(record)) return false;
  const wanted = readJson(LOCKFILE).packages;
  const present = readJson(record).packages;
  return Object.keys(wanted).every((name) => {
    if (name === '') return true; // this package itself; npm does not record it
    if (!present[name]) return wanted[name].optional === true && !isForThisMachine(wanted[name]);
    return present[name].version === wanted[name].version && present[name].integrity === wanted[name].integrity;
  });
}

function isForThisMachine(locked) {
  const names = (list, value) => list === undefined || [].concat(list).indexOf(value) !== -1;
  return names(locked.os, process.platform) && names(locked.cpu, process.arch) && locked.libc === undefined;
}

async function install() {
  say('Setting up Toolpath: installing from package-lock.json (first run only, about half a minute)…');
  const started = Date.now();
  if (fs.existsSync(STAMP)) fs.unlinkSync(STAMP);
  const npm = await runNpm([
    'ci',
    // Each of these can be set otherwise by the user's npm, by NODE_ENV or by the npm that runs this script.
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--install-strategy=hoisted',
    '--bin-links=true',
    '--package-lock=true',
    '--engine-strict=false', // the Node that installs may be older than the one that runs
    '--ignore-scripts', // no dependency needs one
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=10000', // npm's own default leaves an offline user waiting for over a minute
    '--audit=false',
    '--fund=false',
    '--progress=false',
    '--loglevel=error',
  ]);
  if (npm.interrupted) throw new Trouble(['It was interrupted.', 'Next: run the command again; it starts afresh.']);
  if (npm.code !== 0) throw new Trouble(describeNpmFailure(npm.output));
  say(`Set up in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Runs the npm that runs us, on its own Node: ours may be the packaged one, which npm is about to replace. */
function runNpm(args) {
  const { spawn } = require('child_process');
  const cli = process.env.npm_execpath || '';
  const isNpm = /(^|[\\/])npm(-cli)?\.c?js$/.test(cli); // pnpm and yarn set this variable as well
  const options = { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] };
  const npm = isNpm
    ? spawn(process.env.npm_node_execpath || process.execPath, [cli].concat(args), options)
    : spawn('npm', args, Object.assign({ shell: process.platform === 'win32' }, options));

  let output = '';
  let interrupted = false;
  const interrupt = (signal) => {
    interrupted = true;
    npm.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupt);
  npm.stdout.on('data', (text) => (output += text));
  npm.stderr.on('data', (text) => (output += text));
  return new Promise((resolve) => {
    npm.on('error', (error) =>
      resolve({ code: 1, output: `npm error code ${error.code}\nnpm error ${error.message}` }),
    );
    npm.on('close', (code, signal) => resolve({ code, output, interrupted: interrupted || signal !== null }));
  });
}

/** Leaves a Node that is new enough first in the PATH of npm's scripts, or says why there is none. */
function settleNode() {
  const packaged = packagedNode();
  const packagedRuns = packaged !== undefined && runsAndIsNewEnough(packaged);
  if (!packagedRuns && !isNewEnough(process.version)) {
    throw new Trouble([
      `The installation brought no Node that runs here (${process.platform}-${process.arch}), and this one is Node ${process.versions.node}.`,
      'The packaged Node exists for common platforms only, and npm leaves it out when the registry lacks it.',
      `Next: install Node ${NEEDED_NODE} or newer from nodejs.org, then run the command again.`,
    ]);
  }
  if (process.platform === 'win32' || (packagedRuns && fs.existsSync(NODE_LINK))) return;
  // A link to a Node that does not run here would hide the one that does.
  if (isLink(NODE_LINK)) fs.unlinkSync(NODE_LINK);
  // npm 10 and older remove this link again when they skip another platform's package with the same command.
  if (packagedRuns) fs.symlinkSync(path.relative(path.dirname(NODE_LINK), packaged), NODE_LINK);
}

function packagedNode() {
  const packages = Object.keys(readJson(path.join(__dirname, 'node', 'package.json')).optionalDependencies);
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return packages.map((name) => path.join(MODULES, name, 'bin', program)).find((file) => fs.existsSync(file));
}

function runsAndIsNewEnough(node) {
  const run = require('child_process').spawnSync(node, ['--version'], { encoding: 'utf8' });
  return run.status === 0 && isNewEnough(run.stdout);
}

function isNewEnough(version) {
  return parseInt(version.replace('v', ''), 10) >= NEEDED_NODE;
}

function isLink(file) {
  try {
    return fs.lstatSync(file).isSymbolicLink();
  } catch (_absent) {
    return false;
  }
}

function refuseAncientNode() {
  if (parseInt(process.versions.node, 10) >= OLDEST_NODE) return;
  throw new Trouble([
    `Setting up needs Node ${OLDEST_NODE} or newer with its npm; this is Node ${process.versions.node}.`,
    "An older npm cannot read this repository's lockfile.",
    `Next: install Node ${NEEDED_NODE} or newer from nodejs.org, then run the command again.`,
  ]);
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

main().catch((error) => {
  say(error instanceof Trouble ? error.message : `Toolpath could not be set up: ${error.message}`);
  process.exitCode = 1;
});
