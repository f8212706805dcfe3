export { type WholeAnswer, writeAnswerMessage } from './chat/answer.ts';
export { writeChoice } from './chat/choice.ts';
export { writeMessages } from './chat/message.ts';
export { type ChatRequest, readChatRequest } from './chat/request.ts';
export { writeTools } from './chat/tools.ts';
export { anthropicSchemas, geminiSchemas, narrowSchema, ollamaSchemas, type SchemaRules } from './schema.ts';
