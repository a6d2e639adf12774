/** The parts of answers that the tests look at; each answer has some of them. */
export interface AnswerBody {
	readonly error: {
		readonly code: number;
		readonly message: string;
		readonly error_data: { readonly details: string };
	};
	readonly meta: {
		readonly success: boolean;
		readonly http_code: number;
		readonly developer_message: string;
	};
	readonly messages: readonly { readonly id: string }[];
	readonly waba_templates: readonly { readonly id: string; readonly name: string; readonly status: string }[];
	readonly result: unknown;
	readonly id: string;
	readonly status: string;
	readonly url: string;
	readonly invite_link: string;
	readonly external_id: string;
}

/** The parts of events that the tests look at; each event has some of them. */
export interface EventValue {
	readonly metadata: { readonly phone_number_id: string };
	readonly messages: readonly { readonly id: string; readonly timestamp: string; readonly from: string }[];
	readonly statuses: readonly WireStatus[];
	readonly standby: Pick<EventValue, 'messages' | 'statuses'> & {
		readonly message_echoes: readonly object[];
	};
	readonly event: string;
	readonly groups: readonly object[];
}

interface WireStatus {
	readonly id: string;
	readonly status: string;
	readonly timestamp: string;
	readonly recipient_id: string;
}

/** One delivery's envelope. */
export interface WireEntry {
	readonly id: string;
	readonly time: number;
	readonly changes: readonly { readonly field: string; readonly value: EventValue }[];
}
