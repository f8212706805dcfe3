#!/usr/bin/env node
'use strict';

// Plain CommonJS with old syntax: the Node that is too old must be able to read it.

const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const NEEDED_NODE = 24; // package.json, "engines"

if (parseInt(process.versions.node, 10) < NEEDED_NODE) {
  process.stderr.write(
    `toolpath needs Node ${NEEDED_NODE} or newer; this is Node ${process.versions.node}. ` +
      `Install it from nodejs.org, or run: npx -p node@${NEEDED_NODE} -p toolpath toolpath\n`,
  );
  process.exitCode = 1;
} else {
  // The repository has sources and perhaps an old build; the package has the build only.
  const source = path.join(__dirname, '..', 'src', 'main.ts');
  const built = path.join(__dirname, '..', 'dist', 'main.js');
  void import(pathToFileURL(fs.existsSync(source) ? source : built).href);
}
