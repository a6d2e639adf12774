import { carouselContent } from './carousel-content';
import { choiceContents } from './choice-content';
import { productContents } from './product-content';
import { requestContents } from './request-content';

/** Interactive messages by type. */
export const interactiveContents = {
	...choiceContents,
	...requestContents,
	...productContents,
	carousel: carouselContent,
} as const;
