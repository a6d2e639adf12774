import { newMessageId } from './identity';
import type { World } from './world';

/** Smallest files of their kinds: enough to download, not to look at. */
const FILES: Readonly<Record<string, readonly [mimeType: string, filename?: string]>> = {
	image: ['image/jpeg'],
	audio: ['audio/ogg'],
	video: ['video/mp4'],
	document: ['application/pdf', 'document.pdf'],
	sticker: ['image/webp'],
};

/** What an inbound message of `type` holds when nothing else is said. Facts, §8. */
export function sampleContent(world: World, type: string, from: string): unknown {
	const kept = FILES[type];
	if (kept !== undefined) {
		const [mimeType, filename] = kept;
		const { id, sha256 } = world.media.add(Buffer.from(`sample ${type}`), mimeType, filename);
		return { id, mime_type: mimeType, sha256, ...(filename === undefined ? {} : { filename }) };
	}
	return SAMPLES[type]?.(from);
}

const SAMPLES: Readonly<Record<string, (from: string) => unknown>> = {
	text: () => ({ body: 'Hello' }),
	location: () => ({ latitude: 52.52, longitude: 13.405, name: 'Berlin' }),
	contacts: (from) => [
		{ name: { formatted_name: 'A friend' }, phones: [{ phone: `+${from}`, wa_id: from }] },
	],
	button: () => ({ payload: 'yes', text: 'Yes' }),
	interactive: () => ({ type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } }),
	reaction: () => ({ message_id: newMessageId(), emoji: '👍' }),
	order: () => ({
		catalog_id: '1',
		product_items: [{ product_retailer_id: 'a', quantity: 1, item_price: 5, currency: 'EUR' }],
	}),
	system: (from) => ({ type: 'user_changed_number', body: 'changed number', wa_id: from }),
};
