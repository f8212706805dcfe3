export { type WholeAnswer, writeAnswerMessage } from './chat/answer.ts';
export { writeChoice } from './chat/choice.ts';
export { writeMessages } from './chat/message.ts';
export { type ChatRequest, readChatRequest } from './chat/request.ts';
export { writeTools } from './chat/tools.ts';
export { ToolNames } from './messages/names.ts';
export { type MessagesRequest, writeMessagesRequest } from './messages/request.ts';
export { checkOf, type Thought, type ThoughtPlace, writeThought } from './messages/thoughts.ts';
export { type OllamaRequest, type OllamaSettings, writeOllamaRequest } from './ollama/request.ts';
export { type QwenTool, toQwenTools } from './ollama/tools.ts';
export { ownMembers } from './own-members.ts';
export {
  anthropicSchemas,
  geminiSchemas,
  grammarSchemas,
  narrowSchema,
  narrowTool,
  ollamaSchemas,
  type SchemaRules,
} from './schema.ts';
