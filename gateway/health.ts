import type { HealthStatus } from '../platform';
import { healthStatus } from '../platform';
import type { Connection } from './connection';
import { GatewayError } from './gateway-error';

const NOT_FOUND = 404;

/** Whether the number can send (docs/interface.md, Providers). */
export function healthOf({ call }: Connection) {
	return {
		/**
		 * What the gateway says of the number, its account, and its business; `undefined` if it doesn't have this endpoint,
		 * which the interface doesn't list.
		 * @throws GatewayError
		 */
		async get(): Promise<HealthStatus['health_status'] | undefined> {
			try {
				const answer = await call({ method: 'GET', path: '/health_status', answer: healthStatus });
				return answer.health_status;
			} catch (error) {
				if (error instanceof GatewayError && error.status === NOT_FOUND) return undefined;
				throw error;
			}
		},
	};
}
