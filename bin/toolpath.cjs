#!/usr/bin/env node
'use strict';

// Plain CommonJS with old syntax, so that a Node that is too old can still run it and report the problem.

const childProcess = require('child_process');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const NEEDED_NODE = 24; // package.json, "engines"

// The repository contains the sources, its own Node, and perhaps an old build; the published package contains the build only.
const root = path.join(__dirname, '..');
const source = path.join(root, 'src', 'main.ts');
const ownNode = path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

if (parseInt(process.versions.node, 10) >= NEEDED_NODE) {
  const main = fs.existsSync(source) ? source : path.join(root, 'dist', 'main.js');
  void import(pathToFileURL(main).href);
} else if (fs.existsSync(source) && fs.existsSync(ownNode)) {
  runWith(ownNode);
} else {
  const remedy = fs.existsSync(source)
    ? `Run "npm start" in ${root} once: it installs one.`
    : 'Get it from nodejs.org.';
  process.stderr.write(
    `Toolpath needs Node ${NEEDED_NODE} or newer; this is Node ${process.versions.node}. ${remedy}\n`,
  );
  process.exitCode = 1;
}

function runWith(node) {
  const args = [source].concat(process.argv.slice(2));
  const child = childProcess.spawn(node, args, { stdio: 'inherit' });
  // A terminal sends its signals to both processes; forward those that are sent to this process only.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    if (signal !== null) process.kill(process.pid, signal);
    process.exitCode = code === null ? 1 : code;
  });
}
