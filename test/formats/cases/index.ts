import { apertus } from './apertus.ts';
import { apriel } from './apriel.ts';
import type { FormatCase } from './case.ts';
import { code } from './code.ts';
import { codeMode } from './code_mode.ts';
import { cohereAction } from './cohere_action.ts';
import { commandRPlus } from './command_r_plus.ts';
import { deepseekV3 } from './deepseek_v3.ts';
import { deepseekV31 } from './deepseek_v31.ts';
import { deepseekV32 } from './deepseek_v32.ts';
import { dots } from './dots.ts';
import { ernie45 } from './ernie45.ts';
import { functionaryV31 } from './functionary_v3.1.ts';
import { functionaryV32 } from './functionary_v3.2.ts';
import { functiongemma } from './functiongemma.ts';
import { gemma4 } from './gemma4.ts';
import { gigachat3 } from './gigachat3.ts';
import { glm45 } from './glm45.ts';
import { granite20bFc } from './granite_20b_fc.ts';
import { granite3 } from './granite3.ts';
import { harmony } from './harmony.ts';
import { hermes } from './hermes.ts';
import { hunyuanA13b } from './hunyuan_a13b.ts';
import { hyV3 } from './hy_v3.ts';
import { inkling } from './inkling.ts';
import { internlm2 } from './internlm2.ts';
import { jamba } from './jamba.ts';
import { kimiK2 } from './kimi_k2.ts';
import { kimiK3 } from './kimi_k3.ts';
import { lfm2 } from './lfm2.ts';
import { llama3Json } from './llama3_json.ts';
import { longcat } from './longcat.ts';
import { minicpm5 } from './minicpm5.ts';
import { minimaxM1 } from './minimax_m1.ts';
import { minimaxM2 } from './minimax_m2.ts';
import { minimaxM3 } from './minimax_m3.ts';
import { mistral } from './mistral.ts';
import { mistralV3 } from './mistral_v3.ts';
import { mistralV11 } from './mistral_v11.ts';
import { museGlimmer } from './muse_glimmer.ts';
import { native } from './native.ts';
import { nemotronV2 } from './nemotron_v2.ts';
import { olmo3 } from './olmo3.ts';
import { phi4Mini } from './phi4_mini.ts';
import { poolsideV1 } from './poolside_v1.ts';
import { pureJson } from './pure_json.ts';
import { pythonic } from './pythonic.ts';
import { qwen3Coder } from './qwen3_coder.ts';
import { sarashina } from './sarashina.ts';
import { seedOss } from './seed_oss.ts';
import { solarOpen } from './solar_open.ts';
import { step3 } from './step3.ts';
import { xlam } from './xlam.ts';

/** Format id or generic name → its cases. */
export const cases: ReadonlyMap<string, readonly FormatCase[]> = new Map([
  ['apertus', apertus],
  ['apriel', apriel],
  ['code', code],
  ['code_mode', codeMode],
  ['cohere_action', cohereAction],
  ['command_r_plus', commandRPlus],
  ['deepseek_v3', deepseekV3],
  ['deepseek_v31', deepseekV31],
  ['deepseek_v32', deepseekV32],
  ['dots', dots],
  ['ernie45', ernie45],
  ['functionary_v3.1', functionaryV31],
  ['functionary_v3.2', functionaryV32],
  ['functiongemma', functiongemma],
  ['gemma4', gemma4],
  ['gigachat3', gigachat3],
  ['glm45', glm45],
  ['granite3', granite3],
  ['granite_20b_fc', granite20bFc],
  ['harmony', harmony],
  ['hermes', hermes],
  ['hunyuan_a13b', hunyuanA13b],
  ['hy_v3', hyV3],
  ['inkling', inkling],
  ['internlm2', internlm2],
  ['jamba', jamba],
  ['kimi_k2', kimiK2],
  ['kimi_k3', kimiK3],
  ['lfm2', lfm2],
  ['llama3_json', llama3Json],
  ['longcat', longcat],
  ['minicpm5', minicpm5],
  ['minimax_m1', minimaxM1],
  ['minimax_m2', minimaxM2],
  ['minimax_m3', minimaxM3],
  ['mistral', mistral],
  ['mistral_v11', mistralV11],
  ['mistral_v3', mistralV3],
  ['muse_glimmer', museGlimmer],
  ['native', native],
  ['nemotron_v2', nemotronV2],
  ['olmo3', olmo3],
  ['phi4_mini', phi4Mini],
  ['poolside_v1', poolsideV1],
  ['pure_json', pureJson],
  ['pythonic', pythonic],
  ['qwen3_coder', qwen3Coder],
  ['sarashina', sarashina],
  ['seed_oss', seedOss],
  ['solar_open', solarOpen],
  ['step3', step3],
  ['xlam', xlam],
]);
