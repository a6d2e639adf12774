import { systemRuntime } from '../../../base';
import { CUSTOMER, HOUR, scene } from './scene';

export const FREE = { type: 'free_customer_service', category: 'service' };
export const CHARGED = { type: 'regular', category: 'service' };
/** In New York, the month ends four hours later than in UTC. */
export const MONTH_ENDS = Date.UTC(2026, 10, 1, 4);

/** A sandbox whose time moves only with the clock, an hour before the month ends in New York. */
export function billed(settings: Parameters<typeof scene>[0] = {}) {
	const runtime = { ...systemRuntime, now: () => MONTH_ENDS - HOUR };
	const at = scene({ policy: 'platform', timeZone: 'America/New_York', runtime, ...settings });
	beforeEach(() => at.sandbox.control.customerWrites({ from: CUSTOMER }));
	let count = 0;
	const settled = async <Result>(sending: Promise<Result>) => {
		const result = await sending;
		await at.sandbox.control.idle();
		return result;
	};
	return Object.assign(at, {
		/** Sends a freeform message, and returns its id once its statuses are told. */
		text: async (to = CUSTOMER, fields: object = {}) => {
			count += 1;
			const { body } = await settled(at.client.text(to, `Text ${count}`, fields));
			return body.messages[0]!.id;
		},
		template: async (name: string, to = CUSTOMER) => {
			const { body } = await settled(at.client.template(to, name));
			return body.messages[0]!.id;
		},
		/** What the statuses said about the price: of one status or all. */
		told: (status?: string) =>
			at.receiver
				.statuses()
				.filter((one) => 'pricing' in one && (status === undefined || one.status === status))
				.map((one) => Reflect.get(one, 'pricing') as object),
		units: (month?: string) => at.sandbox.control.bill(month === undefined ? {} : { month }).units,
	});
}
