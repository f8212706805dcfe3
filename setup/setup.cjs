'use strict';

/*
 * Prepares a fresh clone before an npm script runs: installs the packages of package-lock.json, including a current Node
 * (setup/node) that runs the scripts. A second run only compares a stamp file.
 *
 * This file and the files beside it are plain CommonJS with old syntax, because an old Node must be able to run them and
 * report what is missing. Always run this file as a separate pre-script, never as `setup && command`: a shell remembers
 * where it found `node` and would continue with the old one.
 */

const fs = require('fs');
const path = require('path');
const { withLock } = require('./lock.cjs');
const { Trouble, describeNpmFailure } = require('./setup-error.cjs');

const ROOT = path.join(__dirname, '..');
const LOCKFILE = path.join(ROOT, 'package-lock.json');
const MODULES = path.join(ROOT, 'node_modules');
const NODE_LINK = path.join(MODULES, '.bin', 'node');
const STAMP = path.join(MODULES, '.toolpath-setup');

const NEEDED_NODE = 24; // package.json, "engines"
const OLDEST_NODE = 16; // the first version whose npm can read this lockfile

async function main() {
  if (isReady()) return;
  refuseAncientNode();
  await withLock(path.join(ROOT, '.setup-lock'), say, async () => {
    if (isReady()) return; // the process that held the lock has finished the set-up
    if (!isInstalled()) await install();
    settleNode();
    fs.writeFileSync(STAMP, fingerprint());
  });
}

/** True if the stamp matches. The stamp is written last, after the installation finished and its Node was tested. */
function isReady() {
  const stamped = fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === fingerprint();
  return stamped && (isNewEnough(process.version) || fs.existsSync(NODE_LINK));
}

function fingerprint() {
  const hash = require('crypto').createHash('sha256').update(fs.readFileSync(LOCKFILE)).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

/** True if npm's own record lists every package of package-lock.json: the user ran npm by hand. */
function isInstalled() {
  const record = path.join(MODULES, '.package-lock.json'); // npm also writes this file last
  if (!fs.existsSync(record)) return false;
  const wanted = readJson(LOCKFILE).packages;
  const present = readJson(record).packages;
  return Object.keys(wanted).every((name) => {
    if (name === '') return true; // the root package, which npm does not record
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
    // The user's npm config, NODE_ENV or the npm that runs this script may set each of these differently.
    '--include=dev',
    '--include=optional',
    '--include=peer',
    '--install-strategy=hoisted',
    '--bin-links=true',
    '--package-lock=true',
    '--engine-strict=false', // this Node may be older than the packaged Node that runs the scripts
    '--ignore-scripts', // no dependency needs an install script
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=10000', // with npm's default an offline user waits for over a minute
    '--audit=false',
    '--fund=false',
    '--progress=false',
    '--loglevel=error',
  ]);
  if (npm.interrupted)
    throw new Trouble([
      'The installation was interrupted.',
      'Next: run the command again; it starts from the beginning.',
    ]);
  if (npm.code !== 0) throw new Trouble(describeNpmFailure(npm.output));
  say(`Set up in ${Math.round((Date.now() - started) / 1000)} s.`);
}

/**
 * Runs the npm that started this script, on npm's own Node: this process may run on the packaged Node, which npm is about to
 * replace.
 */
function runNpm(args) {
  const { spawn } = require('child_process');
  const cli = process.env.npm_execpath || '';
  const isNpm = /(^|[\\/])npm(-cli)?\.c?js$/.test(cli); // pnpm and yarn also set this variable
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

/** Makes sure that the first Node in the PATH of npm's scripts is new enough; throws a Trouble if there is none. */
function settleNode() {
  const packaged = packagedNode();
  const packagedRuns = packaged !== undefined && runsAndIsNewEnough(packaged);
  if (!packagedRuns && !isNewEnough(process.version)) {
    throw new Trouble([
      `The installation contains no Node for this platform (${process.platform}-${process.arch}), and this one is Node ${process.versions.node}.`,
      'The packaged Node exists for common platforms only, and npm skips it if the registry does not have it.',
      `Next: install Node ${NEEDED_NODE} or newer from nodejs.org, then run the command again.`,
    ]);
  }
  if (process.platform === 'win32' || (packagedRuns && fs.existsSync(NODE_LINK))) return;
  // A link to a Node that does not run here would hide the working one.
  if (isLink(NODE_LINK)) fs.unlinkSync(NODE_LINK);
  // npm 10 and older remove this link when they skip the package of another platform that has the same command.
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
    `The set-up needs Node ${OLDEST_NODE} or newer with its npm; this is Node ${process.versions.node}.`,
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
