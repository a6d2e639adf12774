import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model is asked with, as far as tests look at it. */
interface Asked {
	stream?: boolean;
	messages: Array<{ role: string; content: unknown; tool_call_id?: string }>;
	tools?: Array<{ function: { name: string; description?: string; parameters: object } }>;
}

/** What the model says: a text, or a call of a tool. */
type Says = string | { tool: string; args: object };

export interface ChatModel {
	url: string;
	/** All that was asked, in order. */
	asked: Asked[];
	/** What it says next, in order; the last is said again. */
	says(...next: Says[]): void;
	close(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<Asked> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return JSON.parse(Buffer.concat(chunks).toString()) as Asked;
}

const COMMON = { id: 'chatcmpl-1', created: 1, model: 'stub' };

function messageOf(says: Says, id: number) {
	if (typeof says === 'string') return { message: { role: 'assistant', content: says }, reason: 'stop' };
	const { tool: name, args } = says;
	const call = { id: `call_${id}`, type: 'function', function: { name, arguments: JSON.stringify(args) } };
	return { message: { role: 'assistant', content: null, tool_calls: [call] }, reason: 'tool_calls' };
}

const inPieces = (text: string): string[] => text.match(/[^]{1,7}/g) ?? [];

/** What a message comes as in a stream: a few letters at a time, also of the arguments of a call. */
function deltasOf({ role, content, tool_calls: calls = [] }: ReturnType<typeof messageOf>['message']) {
	const ofCall = (index: number, text: string) => ({
		tool_calls: [{ index, function: { arguments: text } }],
	});
	return [
		{ role, content: content === null ? null : '' },
		...inPieces(content ?? '').map((piece) => ({ content: piece })),
		...calls.flatMap(({ id, type, function: { name, arguments: given } }, index) => [
			{ tool_calls: [{ index, id, type, function: { name, arguments: '' } }] },
			...inPieces(given).map((piece) => ofCall(index, piece)),
		]),
	];
}

function answer(response: ServerResponse, { stream = false }: Asked, says: Says, id: number): void {
	const { message, reason } = messageOf(says, id);
	if (!stream) {
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const choices = [{ index: 0, message, finish_reason: reason }];
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ ...COMMON, object: 'chat.completion', choices, usage }));
		return;
	}
	const chunk = (choice: object) =>
		`data: ${JSON.stringify({ ...COMMON, object: 'chat.completion.chunk', choices: [{ index: 0, ...choice }] })}\n\n`;
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const delta of deltasOf(message)) response.write(chunk({ delta, finish_reason: null }));
	response.end(`${chunk({ delta: {}, finish_reason: reason })}data: [DONE]\n\n`);
}

/** A server that answers as an OpenAI-compatible chat model does, as a stream too, and says what a test wants. */
export async function startChatModel(): Promise<ChatModel> {
	const asked: Asked[] = [];
	let next: Says[] = ['Hello'];
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			asked.push(body);
			const says = next.length > 1 ? next.shift()! : next[0]!;
			answer(response, body, says, asked.length);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		asked,
		says: (...given) => (next = given),
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
