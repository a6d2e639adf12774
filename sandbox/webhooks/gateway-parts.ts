import type { Runtime } from '../../base';
import type { Account } from '../account/account';
import type { Changes } from '../changes';
import type { VirtualClock } from '../clock';
import type { FaultPlan } from '../fault-plan';
import type { Profile } from '../profile';
import type { Settings } from '../settings';
import type { Webhook } from './webhook';

/** The parts of the gateway that the delivery of events depends on. Some change while events are under way. */
export interface GatewayParts {
	readonly account: Account;
	readonly profile: Profile;
	readonly clock: VirtualClock;
	readonly runtime: Runtime;
	readonly changes: Changes;
	readonly settings: Settings;
	readonly faults: FaultPlan;
	readonly webhook: Webhook | undefined;
}
