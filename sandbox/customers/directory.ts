import { isUserId, userIdFor } from '../identity';
import type { Customer } from './customer';

/** What a test says about a customer. */
export interface Identity {
	readonly phone?: string | undefined;
	readonly userId?: string | undefined;
	readonly parentUserId?: string | undefined;
	readonly username?: string | undefined;
	readonly name?: string | undefined;
	readonly showsPhone?: boolean | undefined;
}

/**
 * The people that the number knows, by phone number, BSUID, and parent BSUID. A phone number belongs to whoever had
 * it last: numbers are recycled. A BSUID that was replaced is retired (docs/interface.md, User IDs).
 */
export class CustomerDirectory {
	readonly #byAddress = new Map<string, Customer>();
	readonly #retired = new Set<string>();
	#count = 0;

	constructor(readonly account: string) {}

	/** The customer with this phone number, BSUID, or parent BSUID, if there is one. */
	find(address: string): Customer | undefined {
		return this.#byAddress.get(address);
	}

	/** The customer with this phone number or BSUID. Somebody new if there isn't one. */
	of(address: string): Customer {
		return this.find(address) ?? this.#add(isUserId(address) ? { userId: address } : { phone: address });
	}

	/** Everybody, in the order in which they became known. */
	get all(): Customer[] {
		return [...new Set(this.#byAddress.values())];
	}

	/** Everybody with all of their addresses, how many there have been, and the BSUIDs that were replaced. */
	get saved() {
		const customers = this.all.map((customer) => {
			const own = [...this.#byAddress].filter(([, each]) => each === customer);
			return { ...customer, addresses: own.map(([address]) => address) };
		});
		return { count: this.#count, retired: [...this.#retired], customers };
	}

	/** Takes everybody over as they were. */
	take({ count, retired, customers }: CustomerDirectory['saved']): void {
		this.#count = count;
		for (const userId of retired) this.#retired.add(userId);
		for (const { addresses, ...customer } of customers) {
			for (const address of addresses) this.#byAddress.set(address, customer);
		}
	}

	/** Whether a BSUID was replaced by another one. */
	isRetired(userId: string): boolean {
		return this.#retired.has(userId);
	}

	/**
	 * The customer that a test describes. Somebody with a known phone number and another BSUID is somebody new, who
	 * now has the number.
	 */
	described({ phone, userId, ...rest }: Identity): Customer {
		const address = userId ?? phone;
		const known = address === undefined ? undefined : this.find(address);
		const customer = known ?? this.#add({ phone, userId });
		if (phone !== undefined) this.givePhone(customer, phone);
		const { parentUserId, username, name, showsPhone } = rest;
		if (parentUserId !== undefined) this.giveParent(customer, parentUserId);
		customer.username = username ?? customer.username;
		customer.name = name ?? customer.name;
		customer.showsPhone = showsPhone ?? customer.showsPhone;
		return customer;
	}

	/** The platform knows the customer under another address too. */
	alias(address: string, customer: Customer): void {
		this.#byAddress.set(address, customer);
		if (isUserId(address)) customer.userId = address;
	}

	/** The customer gets the number; nobody else has it any more. */
	givePhone(customer: Customer, phone: string): void {
		const before = this.find(phone);
		if (before !== undefined && before !== customer && before.phone === phone) before.phone = undefined;
		if (customer.phone !== undefined && customer.phone !== phone) this.#byAddress.delete(customer.phone);
		customer.phone = phone;
		this.#byAddress.set(phone, customer);
	}

	/** The customer gets a parent BSUID. */
	giveParent(customer: Customer, parentUserId: string): void {
		customer.parentUserId = parentUserId;
		this.#byAddress.set(parentUserId, customer);
	}

	/** The customer gets another BSUID; the earlier one is retired. Returns the new one. */
	renew(customer: Customer, userId?: string): string {
		this.#retired.add(customer.userId);
		customer.userId = userId ?? this.#freshUserId(customer.phone ?? customer.key);
		this.#byAddress.set(customer.userId, customer);
		return customer.userId;
	}

	/** Forgets everybody but those in `kept`. */
	clear(kept: Iterable<Customer>): void {
		this.#byAddress.clear();
		this.#retired.clear();
		for (const customer of kept) {
			const { phone, userId, parentUserId } = customer;
			for (const address of [phone, userId, parentUserId]) {
				if (address !== undefined) this.#byAddress.set(address, customer);
			}
		}
	}

	#add({ phone, userId }: Pick<Identity, 'phone' | 'userId'>): Customer {
		this.#count += 1;
		const key = `customer:${this.#count}`;
		const customer: Customer = {
			key,
			phone: undefined,
			userId: userId ?? this.#freshUserId(phone ?? key),
			parentUserId: undefined,
			username: undefined,
			name: undefined,
			showsPhone: undefined,
			phoneKnownUntil: 0,
			list: undefined,
		};
		this.#byAddress.set(customer.userId, customer);
		if (phone !== undefined) this.givePhone(customer, phone);
		return customer;
	}

	#freshUserId(phone: string): string {
		for (let generation = 0; ; generation += 1) {
			const userId = userIdFor(this.account, phone, generation);
			if (!this.#byAddress.has(userId) && !this.#retired.has(userId)) return userId;
		}
	}
}
