import * as z from 'zod';
import { limits } from './limits';

/** A media object: either an uploaded `id` or a public `link`, with an optional caption and file name. */
export const mediaShape = z
	.object({
		id: z.string().min(1).optional(),
		link: z.string().min(1).optional(),
		caption: z.string().max(limits.caption).optional(),
		filename: z.string().optional(),
	})
	.refine(({ id, link }) => (id === undefined) !== (link === undefined), 'needs exactly one of id and link');
