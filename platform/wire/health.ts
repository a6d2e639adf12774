import * as z from 'zod';

const entity = z.looseObject({
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
});

/** Whether the number, its account, and its business can send (docs/interface.md, Providers). */
export const healthStatus = z.looseObject({
	health_status: z.looseObject({
		can_send_message: z.string().optional(),
		entities: z.array(entity),
	}),
});

export type HealthStatus = z.infer<typeof healthStatus>;
