/* A row is an order set of a power in one season: in how many games it was ordered; in how many of those all its orders
   succeeded, the power won, it was eliminated; and some of these games. */
export const newRow = text => ({
  text, orders: text.split(", "), name: "", games: 0, clean: 0, won: 0, out: 0, ours: [], next: [],
});

const added = (sum, row) => {
  for (const field of ["games", "clean", "won", "out"]) sum[field] += row[field];
  sum.ours.push(...row.ours);
  sum.next.push(...row.next);
  sum.name ||= row.name;
  return sum;
};

/* Rows of the same orders as one, the most frequent first. */
export const joinedRows = rows => {
  const sums = new Map();
  for (const row of rows) sums.set(row.text, added(sums.get(row.text) ?? newRow(row.text), row));
  return [...sums.values()].sort((one, other) => other.games - one.games);
};

export const gamesIn = rows => rows.reduce((sum, row) => sum + row.games, 0);

/* In how many games each single order was given. */
export const singlesOf = rows => {
  const games = new Map();
  for (const row of rows)
    for (const order of row.orders) games.set(order, (games.get(order) ?? 0) + row.games);
  return games;
};

export const withOrders = (rows, orders) => rows.filter(row => orders.every(order => row.orders.includes(order)));
