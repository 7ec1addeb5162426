/* A part of a map, looked at closely: the view goes there and comes back. */
const CLOSE = 1.9;
const MARGIN = 130;

export const viewOf = (board, places) => {
  const { width, height } = board.viewBox.baseVal;
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const wide = Math.max(...xs) - Math.min(...xs) + 2 * MARGIN;
  const high = Math.max(...ys) - Math.min(...ys) + 2 * MARGIN;
  const scale = Math.min(CLOSE, width / wide, height / high);
  const shift = (low, high, size) => {
    const centred = size / 2 - ((low + high) / 2) * scale;
    return Math.max(size * (1 - scale), Math.min(0, centred)); // the view does not leave the board
  };
  return {
    scale,
    left: shift(Math.min(...xs), Math.max(...xs), width) / width,
    top: shift(Math.min(...ys), Math.max(...ys), height) / height,
  };
};

/* Moves a map so that a share (0 to 1) of the way to a view is done. */
export const lookAt = (board, view, share) => {
  const percent = part => `${(100 * part * share).toFixed(2)}%`;
  const scale = 1 + (view.scale - 1) * share;
  const moved = `translate(${percent(view.left)},${percent(view.top)})scale(${scale.toFixed(3)})`;
  board.style.transform = share ? moved : "";
};
