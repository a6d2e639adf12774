import type { MessagingEvent } from '../events/messaging-event';
import type { Intent } from '../intent';
import type { AskedWait } from '../waits/answered-wait';
import type { Question } from '../waits/question';

/** A template that reminds the customer of a question before the conversation window closes. */
export interface Reminder {
	/** The template, and whom it reminds. */
	intent: Intent;
	/** What the template is filled with, as the gateway takes it. */
	components: unknown[];
	/** The policy that decides whether it may go out. */
	policy: string;
	/** `false` leaves the documented limits to the gateway. */
	checkFirst?: boolean;
}

/** An execution that is going to wait for a customer's answer. */
export interface NewWait {
	id: string;
	/** What a tap on one of the choices names. Nobody can guess it. */
	token: string;
	channel: string;
	/** Whose conversation it waits in. */
	contact: string;
	/** What continues the execution. It is a secret. */
	resumeUrl: string;
	question: Question;
	/** When it asks, by the gateway's clock. Epoch ms */
	askedAt: number;
	/** When the execution stops waiting. Local time, epoch ms; never if left out */
	expiresAt?: number;
	reminder?: Reminder;
}

/** A wait, as it is kept. */
export interface KeptWait extends Omit<NewWait, 'resumeUrl' | 'token'> {
	messageId?: string;
	/** The event that answers it. */
	eventId?: string;
	/** Whether the execution has taken the answer. */
	claimed: boolean;
}

/** A wait with the event that answers it. */
export interface AnsweredWait {
	wait: AskedWait;
	event: MessagingEvent;
}

/** A wait, and the address that continues its execution: a repeat of the wait has another one. */
export type WaitOfExecution = Pick<NewWait, 'id' | 'resumeUrl'>;

/** A wait that somebody has to post to its execution: it has an answer, or it is time for the reminder. */
export interface DueWait extends WaitOfExecution {
	/** The event that answers it; absent if it's time for the reminder. */
	eventId?: string;
	/** How often it was posted before. */
	tries: number;
	/** Since when it is due. Local time, epoch ms */
	since: number;
}

/** What became of a post: the execution took the answer, it no longer waits, or it is tried again (epoch ms). */
export type PostEnd = 'delivered' | 'ended' | { againAt: number };

/** A message that answers a wait, and whether the execution has taken it. */
export interface AnsweringEvent {
	eventId: string;
	delivered: boolean;
}

/**
 * Executions that wait for a customer's answer. What answers them is found as events are committed. Times without
 * another word are local, in epoch ms.
 */
export interface WaitStore {
	/**
	 * Notes a wait before its message is sent. A repeat of the same wait takes its place.
	 * @returns the token of the wait, which is that of its first try; and what answered the wait before, if there is
	 *   anything: then it has been delivered
	 * @throws Error if an execution of another number waits under this ID
	 */
	ask(wait: NewWait, now: number): Promise<{ token: string; answered?: AnsweredWait }>;
	/** Notes that the message of a wait was accepted, and when to remind of it, if ever. */
	sent(id: string, messageId: string, remindAt?: number): Promise<void>;
	/** The execution waits for no answer. */
	drop(wait: WaitOfExecution): Promise<void>;
	/**
	 * Takes an answer for the execution that waits for it; `undefined` if it has none, waits for another one by now, or
	 * was called at an address that continues another execution. Whoever takes it again gets it again, as an execution
	 * can crash before it continues.
	 * @param wait its address as it was called: n8n can have several hosts
	 */
	claim(wait: WaitOfExecution, now: number): Promise<AnsweredWait | undefined>;
	/** A wait of the execution that has this address, if it has no answer yet. */
	open(wait: WaitOfExecution): Promise<KeptWait | undefined>;
	/** Notes what became of a reminder: it was sent, or it is due later. */
	reminded(id: string, end: { messageId: string } | { dueAt: number } | undefined): Promise<void>;
	/** Takes waits that are due, for so long (ms). */
	takeDue(now: number, leaseMs: number, limit: number): Promise<DueWait[]>;
	/** When the next wait is due; `undefined` if none is. */
	nextDue(): Promise<number | undefined>;
	/** Whether the execution has taken the answer. */
	isClaimed(id: string): Promise<boolean>;
	/** Notes what became of a post. If the wait has ended, another wait of the conversation can have the answer. */
	settle(wait: WaitOfExecution, end: PostEnd, now: number): Promise<void>;
	/** Which of these events answer waits. */
	answering(eventIds: string[]): Promise<AnsweringEvent[]>;
}
