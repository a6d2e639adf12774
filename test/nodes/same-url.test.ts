import { isSameUrl } from '../../nodes/BusinessMessaging/webhook/set-url.operations';

const OURS = 'https://Example.com/webhook';

describe('the URL that a gateway delivers to', () => {
	it.each([
		'https://Example.com/webhook',
		'https://example.com/webhook',
		'https://example.com/webhook/',
		'https://example.com:443/webhook',
	])('is the one that was set if it is spelled %s', (url) => {
		expect(isSameUrl(url, OURS)).toBe(true);
	});

	it.each([
		'https://example.com/Webhook',
		'https://example.com/webhook?a=1',
		'http://example.com/webhook',
		'https://example.com/',
		'',
	])('is another one if it is %p', (url) => {
		expect(isSameUrl(url, OURS)).toBe(false);
	});

	it('can have no path at all', () => {
		expect(isSameUrl('https://example.com/', 'https://example.com')).toBe(true);
	});
});
