import type { BrowserContextOptions } from 'playwright-core';
import { savePrices } from '../../../engine';
import { serve, type Served } from '../../console/support/served';
import { inSqlite } from '../../support/stores';
import type { OpenedPage } from './open-page';
import { openPage } from './open-page';

/** The console over the store of a business that has lived a little, in a real browser. */
export interface OpenedConsole extends Served, Omit<OpenedPage, 'close'> {}

/** The customer who wrote, and whose name is an attack. */
export const MALLORY = { phone: '491701111111', name: '<img src=x onerror=alert(1)>' };
/** A customer of the campaign, who has never written. */
export const OPTED_OUT = '4917010000005';
export const SPRING = 'spring <b>news</b>';

/** Somebody writes and is answered; messages have prices; the campaign reaches most of its 250 recipients. */
async function live({ sandbox, sender, hear, store, engine }: Served): Promise<void> {
	const { control, phoneNumberId: channel } = sandbox;
	await control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
	await control.addTemplate({ name: 'offer', category: 'MARKETING', body: 'Offer.' });
	await control.customerWrites({
		from: MALLORY.phone,
		name: MALLORY.name,
		text: 'Hello! <i>Where</i> is it?',
	});
	await control.optOut(OPTED_OUT);
	await hear();
	const rows = ['marketing', 'utility'].map((category) => ({ market: 'Germany', category, price: '0.1' }));
	const prices = { account: sandbox.accountId, currency: 'EUR', timeZone: 'UTC', firstDay: '', rows };
	await savePrices(store, prices, await engine.now(channel));
	await sender.send(
		{ channel, to: MALLORY.phone },
		{ freeform: { type: 'text', text: { body: 'On its way.' } } },
	);
	const recipients = Array.from({ length: 250 }, (_, index) => ({
		to: `4917010000${String(index).padStart(3, '0')}`,
	}));
	await sender.campaigns.plan(
		{ id: SPRING, channel, template: { name: 'news', language: 'en_US' }, perSecond: 1_000 },
		[{ to: MALLORY.phone }, ...recipients],
	);
	await sender.campaigns.sendDue();
	await hear();
	await control.pause('offer');
	await hear();
}

export async function openConsole(options: BrowserContextOptions = {}): Promise<OpenedConsole> {
	const place = inSqlite();
	const served = await serve(place);
	await live(served);
	const opened = await openPage(served.url, options);
	await opened.page.getByRole('heading', { name: /Last 24 hours/ }).waitFor();
	return {
		...served,
		...opened,
		async close() {
			await opened.close();
			await served.close();
			await place.remove();
		},
	};
}
