import { urlAt } from '../../platform';

it.each([
	['https://gateway.example', '/messages', 'https://gateway.example/messages'],
	['https://gateway.example', '/v1/configs/webhook', 'https://gateway.example/v1/configs/webhook'],
	['https://sandbox.example/v1', '/messages', 'https://sandbox.example/v1/messages'],
	['https://sandbox.example/v1', '/v1/configs/webhook', 'https://sandbox.example/v1/configs/webhook'],
	['https://gateway.example/api/v1', '/v1/configs/webhook', 'https://gateway.example/api/v1/configs/webhook'],
	['https://gateway.example/v11', '/v1/configs/webhook', 'https://gateway.example/v11/v1/configs/webhook'],
	['https://gateway.example/v1', '/v1x', 'https://gateway.example/v1/v1x'],
])('at %s, the path %s is at %s', (base, path, url) => {
	expect(urlAt(base, path)).toBe(url);
});
