/** When the receiver took an event, epoch ms. From then on, the client could know. */
export interface Announcement {
	deliveredAt?: number;
}
