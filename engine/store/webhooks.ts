/** Deliveries whose signatures were missing, or fit no secret. Whose they were, nobody can tell. */
export interface RefusedDeliveries {
	count: number;
	/** When the last one came. Local time, epoch ms */
	at: number;
}

/** The trigger that a webhook URL belongs to. */
export interface WebhookOwner {
	/** Workflow and node: the same across restarts. */
	id: string;
	/** For people: the workflow's name. */
	name: string;
}

/** A webhook URL that was seen or set on a channel. */
export interface WebhookUrl {
	url: string;
	/** Whether one of our triggers set it. */
	ours: boolean;
	owner?: WebhookOwner;
	/** Whether it is the one that a published trigger of ours set last. */
	active: boolean;
}

/** The webhook URLs of channels, and the deliveries that were refused. */
export interface WebhookStore {
	/** What is known about the channel's URLs, newest first. */
	list(channel: string): Promise<WebhookUrl[]>;
	/** Remembers a URL of somebody else's. */
	noteForeign(channel: string, url: string, at: number): Promise<void>;
	/** Remembers a URL as ours for ever. An active one is the only active one of its channel. */
	noteOurs(channel: string, url: Required<Omit<WebhookUrl, 'ours'>>, at: number): Promise<void>;
	/** This URL is not active any more. */
	deactivate(channel: string, url: string): Promise<void>;
	/** Counts a delivery whose signature was refused, within ten seconds: a process that crashes before has lost it. */
	noteRefused(): void;
	/** What was refused until now; `undefined` if nothing was. */
	refused(): Promise<RefusedDeliveries | undefined>;
}
