import * as z from 'zod';
import type { Identity } from '../customers/directory';
import { isUserId } from '../customers/user-id';

/** A BSUID or parent BSUID. */
export const userIdSchema = z.string().refine(isUserId, 'must be a user ID such as US.1349 or US.ENT.1349');

/** Further ids and names of a customer, besides the phone number or user ID in `from`. */
export const identityShape = {
	userId: userIdSchema.optional(),
	parentUserId: userIdSchema.optional(),
	username: z.string().min(1).optional(),
	phone: z.boolean().optional(),
	name: z.string().optional(),
};

interface Given extends Omit<Identity, 'phone' | 'showsPhone'> {
	readonly from: string;
	readonly phone?: boolean | undefined;
}

/** The identity that a control method was given. */
export function identityOf({ from, userId, phone: showsPhone, ...names }: Given): Identity {
	const { parentUserId, username, name } = names;
	const ids = isUserId(from) ? { userId: from } : { phone: from, userId };
	return { ...ids, parentUserId, username, name, showsPhone };
}
