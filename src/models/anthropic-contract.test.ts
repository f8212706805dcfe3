import { backendContract } from '../../test/contracts/models/index.ts';
import { messagesWire } from '../../test/contracts/models/messages-wire.ts';
import { createAnthropicBackend } from './anthropic.ts';

backendContract({ kind: 'anthropic', create: createAnthropicBackend, ...messagesWire });
