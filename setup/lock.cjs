'use strict';

const fs = require('fs');

const BEAT_MS = 1000;
const POLL_MS = 200;
const POLLS_WITHOUT_BEAT = 25; // five seconds, in which the holder beats five times

/**
 * Runs `work` while holding the directory `lock`; other processes wait until it is released. The holder touches the
 * directory every second, and waiters remove a lock that is no longer touched. A lock that a killed process left behind
 * is thus detected without process ids or synchronised clocks, even between containers that share the directory.
 */
async function withLock(lock, say, work) {
  await acquire(lock, say);
  const beat = setInterval(() => quietly(() => fs.utimesSync(lock, new Date(), new Date())), BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beat);
    quietly(() => fs.rmdirSync(lock));
  }
}

async function acquire(lock, say) {
  let lastBeat;
  let polls = 0;
  while (!tryToMake(lock)) {
    if (lastBeat === undefined) say('Another set-up is running in this directory; waiting for it to finish…');
    const beat = beatOf(lock);
    polls = beat === lastBeat ? polls + 1 : 0;
    lastBeat = beat;
    if (polls >= POLLS_WITHOUT_BEAT) quietly(() => fs.rmdirSync(lock));
    else await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function tryToMake(lock) {
  try {
    fs.mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function beatOf(lock) {
  try {
    return fs.statSync(lock).mtimeMs;
  } catch (_released) {
    return 0;
  }
}

/** Runs `act` and ignores its errors, because another process may have done the same first. */
function quietly(act) {
  try {
    act();
  } catch (_done) {}
}

module.exports = { withLock };
