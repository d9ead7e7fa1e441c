/** The operations that move an order on. */
const moving = ['capture', 'review', 'cancel', 'refund'] as const;

/** Every operation that moves an order on, after every other one and after itself: which may follow which is not shown (3). */
export const orderMoves = moving.flatMap((earlier) => moving.map((later) => [earlier, later] as const));
