import * as z from 'zod';
import { carouselShape } from './carousel';
import { choiceShapes } from './choices';
import { productShapes } from './products';
import { requestShapes } from './requests';

/** `interactive` of an interactive message. Facts, §5; facts 2026, §6. */
export const interactiveShape = z.discriminatedUnion('type', [
	...choiceShapes,
	...requestShapes,
	...productShapes,
	carouselShape,
]);
