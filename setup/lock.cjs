'use strict';

const fs = require('fs');

const BEAT_MS = 1000;
const POLL_MS = 200;
const POLLS_WITHOUT_BEAT = 25; // five seconds: the holder beats five times as often

/**
 * Runs `work` while holding the directory `lock`; other processes wait for it. The holder touches the directory
 * while it works, so a lock left behind by a killed process is told from a held one without process ids or clocks,
 * also between containers that share the directory.
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
    if (lastBeat === undefined) say('Another set-up is at work in this directory; waiting for it…');
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

/** For what another process may have done first. */
function quietly(act) {
  try {
    act();
  } catch (_done) {}
}

module.exports = { withLock };
