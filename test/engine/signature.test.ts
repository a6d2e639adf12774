import { signPayload, verifySignature } from '../../engine';

/** HMAC-SHA256 under the secret "It's a Secret to Everybody", from `openssl dgst -sha256 -hmac`. */
const SECRET = "It's a Secret to Everybody";
const VECTORS: Array<[string, string, string]> = [
	['a text', 'Hello, World!', '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'],
	['an empty body', '', '66a0c074deaa0f489ead6537e0d32f9a344b90bbeda705b6ed45ecd3b413fb40'],
	['Unicode', '{"text":"Grüße 👋 你好"}', 'd4c1b69483f8f27ef9718bafd8b6cf5fd9b2280bd47e67f0ac96110b1d8612d0'],
];

describe('the signature is HMAC-SHA256 of the raw body under the signing secret, as lowercase hex', () => {
	it.each(VECTORS)('%s', (_, body, signature) => {
		expect(signPayload(body, SECRET)).toBe(signature);
		expect(signPayload(Buffer.from(body, 'utf8'), SECRET)).toBe(signature);
		expect(verifySignature(body, signature, SECRET)).toBe(true);
		expect(verifySignature(Buffer.from(body, 'utf8'), signature, SECRET)).toBe(true);
	});

	const [, body, signature] = VECTORS[0]!;

	it.each<[string, string | undefined, string | string[], boolean]>([
		['bare hex', signature, SECRET, true],
		['the prefix sha256=', `sha256=${signature}`, SECRET, true],
		['upper-case hex', signature.toUpperCase(), SECRET, true],
		['white space around it', ` ${signature}\n`, SECRET, true],
		['several secrets, ours the last', signature, ['old', SECRET], true],
		['several secrets, ours the first', signature, [SECRET, 'new'], true],
		['an empty secret beside ours', signature, ['', SECRET], true],
		['a secret that is missing beside another', signature, [undefined as never, 'old'], false],
		['no header', undefined, SECRET, false],
		['an empty header', '', SECRET, false],
		['another secret', signature, 'other', false],
		['a secret with white space around it', signature, ` ${SECRET}`, false],
		['an empty secret', signPayload(body, 'x'), '', false],
		['no secret at all', signature, [], false],
		['one digit too few', signature.slice(1), SECRET, false],
		['one digit too many', `${signature}0`, SECRET, false],
		['one digit another', signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')), SECRET, false],
		['not hex', signature.replace(/^./, 'g'), SECRET, false],
		['another prefix', `sha1=${signature}`, SECRET, false],
		['base64', Buffer.from(signature, 'hex').toString('base64'), SECRET, false],
	])('%s', (_, header, secret, expected) => {
		expect(verifySignature(body, header, secret)).toBe(expected);
	});

	it('what an empty secret signed is never a match', () => {
		expect(verifySignature(body, signPayload(body, ''), '')).toBe(false);
		expect(verifySignature(body, signPayload(body, ''), [''])).toBe(false);
	});

	it('one byte more in the body, and it does not fit', () => {
		expect(verifySignature(`${body} `, signature, SECRET)).toBe(false);
	});

	it.each<[string, unknown]>([
		['an object', { entry: [] }],
		['nothing', undefined],
		['null', null],
	])('a parsed body (%s) is refused with a sentence that says what to do', (_, parsed) => {
		const message = /raw text or bytes .* Read the body before a JSON parser/;
		expect(() => signPayload(parsed as string, SECRET)).toThrow(TypeError);
		expect(() => signPayload(parsed as string, SECRET)).toThrow(message);
		expect(() => verifySignature(parsed as string, signature, SECRET)).toThrow(message);
		expect(() => verifySignature(parsed as string, undefined, SECRET)).toThrow(message);
	});
});
