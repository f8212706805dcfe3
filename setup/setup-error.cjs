'use strict';

/** An error that the user can fix. Its lines say what happened, why, and what to do next. */
class Trouble extends Error {
  constructor(lines) {
    super([`Toolpath could not be set up. ${lines[0]}`].concat(lines.slice(1)).join('\n'));
  }
}

/** npm's error codes with the meaning for this set-up and the remedy. The first entry that matches is used. */
const KNOWN = [
  {
    code: /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|E(NET|HOST)UNREACH|EPROTO|\w*SOCKET\w*|E5\d\d|FETCH_ERROR|\w*CERT\w*|\w*SIGNATURE\w*)$/,
    what: 'The npm registry cannot be reached',
    next: 'check the network, and the registry and proxy that npm uses (npm config ls), then run the command again.',
  },
  {
    code: /^(E404|ETARGET)$/,
    what: 'The npm registry does not have one of the packages',
    next: 'if npm uses a mirror (npm config get registry), have the package added there or use the public registry.',
  },
  {
    code: /^(E401|E403|ENEEDAUTH)$/,
    what: 'The npm registry refused access to one of the packages',
    next: 'log in to the registry that npm uses (npm config get registry), then run the command again.',
  },
  {
    code: /^(ENOSPC|EDQUOT)$/,
    what: 'There is no space left on the disk',
    next: 'free about 1 GB here and in the npm cache (npm cache clean --force), then run the command again.',
  },
  {
    code: /^EUSAGE$/,
    what: 'package.json and package-lock.json do not match',
    next: 'undo the change to either file, or run npm install and commit the new package-lock.json.',
  },
  {
    code: /^EINTEGRITY$/,
    what: 'A package does not match its hash in package-lock.json',
    next: 'clear the cache (npm cache clean --force) and run the command again; if the error stays, do not trust the registry.',
  },
  {
    code: /^(EACCES|EPERM|EROFS|EBUSY|ENOTEMPTY)$/,
    what: 'Files here or in the npm cache cannot be written',
    next: 'close programs that use node_modules, check who owns it and the npm cache (npm config get cache), then run the command again.',
  },
  {
    code: /^ENOENT$/,
    what: 'npm could not be started, or a file that it needs is missing',
    next: 'check that npm works (npm --version) and that the clone is complete (git status), then run the command again.',
  },
];

const LINES_OF_AN_UNKNOWN_FAILURE = 12;

function describeNpmFailure(output) {
  const said = usefulLines(output);
  const code = (/^npm (?:error|ERR!) code (\S+)/m.exec(output) || [])[1];
  const known = KNOWN.find((candidate) => code !== undefined && candidate.code.test(code));
  if (known) return [`${known.what} (${code}).`, `npm said: ${said[0] || code}`, `Next: ${known.next}`];
  return ['npm failed. Its last lines of output:']
    .concat(said.slice(-LINES_OF_AN_UNKNOWN_FAILURE).map((line) => `  ${line}`))
    .concat('Next: delete node_modules and run the command again; if it fails the same way, please report it.');
}

/** Returns npm's output lines without the prefix, error codes, warnings and references to log files. */
function usefulLines(output) {
  return output
    .split(/\r?\n/)
    .filter((line) => !/^npm (warn|WARN|notice)/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!) ?((network|notarget|404)\b)?/, '').trim())
    .filter((line) => line !== '' && !/^(code|errno|syscall|at|A complete log|\S*-debug)\b/.test(line));
}

module.exports = { Trouble, describeNpmFailure };
