import { textContract } from '../../../test/contracts/models/answers.ts';
import { leavingContract } from '../../../test/contracts/models/cancellation.ts';
import { silentContract } from '../../../test/contracts/models/failing-server.ts';
import { finishContract } from '../../../test/contracts/models/hostile.ts';
import { messagesWire } from '../../../test/contracts/models/messages-wire.ts';
import { createAgentOverHttp } from '../../../test/fake-agent-over-http.ts';

// The other contract tests are about connections, status lines and headers, which only Claude Code itself sees.
const wire = { kind: 'claude-agent', create: createAgentOverHttp, ...messagesWire };
textContract(wire);
silentContract(wire);
leavingContract(wire);
finishContract(wire);
