/** Lengths and counts of outgoing messages. Facts, §5, and interface, "Limits". */
export const limits = {
	callbackData: 512,
	textBody: 4096,
	caption: 1024,
	replyButtons: 3,
	replyId: 256,
	replyTitle: 20,
	listRows: 10,
	rowId: 200,
	rowTitle: 24,
	rowDescription: 72,
	listButton: 20,
	couponCode: 15,
} as const;
