import { tellCpu } from './child.ts';

/** Loaded into the gateway's process before it starts: answers messages with its processor time. */
tellCpu();
