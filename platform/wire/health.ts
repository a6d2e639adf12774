import * as z from 'zod';

/** Whether one of those that a message goes through can send. */
interface HealthEntity {
	/** Such as PHONE_NUMBER, WABA, or BUSINESS. */
	entity_type: string;
	id: string;
	/** AVAILABLE, LIMITED, or BLOCKED. */
	can_send_message?: string;
	errors?: Array<{ error_code?: number; error_description?: string; possible_solution?: string }>;
}

/** Whether the number, its account, and its business can send (docs/interface.md, Providers). */
export interface HealthStatus {
	health_status: { can_send_message?: string; entities: HealthEntity[] };
}

const entity = z.lazy(() =>
	z.looseObject({
		entity_type: z.string(),
		id: z.coerce.string(),
		can_send_message: z.string().optional(),
		errors: z
			.array(
				z.looseObject({
					error_code: z.coerce.number().optional(),
					error_description: z.string().optional(),
					possible_solution: z.string().optional(),
				}),
			)
			.optional(),
	}),
);

/** Reads a `HealthStatus`. */
export const healthStatus = z.lazy(() =>
	z.looseObject({
		health_status: z.looseObject({
			can_send_message: z.string().optional(),
			entities: z.array(entity),
		}),
	}),
);
