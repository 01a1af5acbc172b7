/* A plain C twin of alpha-beta at Quixo for two: the same ordering, evaluation, transposition table
 * and replacement as search/alphabeta_kernel.py, so the same nodes, as a recursive function.
 * Built and run by bench/quixo_twin.py: quixo_search NODES MEGABYTES -> "nodes seconds finished score depth",
 * the last three of the deepest search that was finished: the nodes until then, the value, the depth.
 * Standard input has what is data: 44 pushes (the cells taken and entered, by action id), then 4096
 * weights of lines. Seconds are of this process's CPU. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef struct { u64 kept, slid, taken, into; int up, down; } push_t;
typedef struct { u64 one, two, entry; } slot_t;
typedef struct { u64 word, seat; } state_t;
typedef struct { int length, moves[64]; } line_t;

enum { PUSHES = 44, WIN = 30000, PROVED = 29000, INFINITE = 32000, DEEPEST = 60, CANONICAL = 4 };
enum { EXACT = 1, LOWER_BOUND, UPPER_BOUND };
static const u64 LOW = 0xffffffffULL, BOTH = 0x100000001ULL;
static const i64 FIRST = 1LL << 40, GOOD = 1 << 20;

static push_t pushes[PUSHES];
static i64 weights[4096], history[2][PUSHES];
static int killers[DEEPEST + 2][2], first_move;
static u64 edge, slots_mask, nodes, limit;
static slot_t *slots;
static jmp_buf out_of_nodes;

static void read_data(void) {
  for (int cell = 0; cell < 25; cell++)
    if (cell % 5 % 4 == 0 || cell / 5 % 4 == 0) edge |= 1ULL << cell;
  for (int k = 0; k < PUSHES; k++) {
    int from, to;
    if (scanf("%d %d", &from, &to) != 2) exit(2);
    int step = (from / 5 == to / 5 ? 1 : 5) * (to > from ? 1 : -1);
    u64 slid = 0;
    for (int at = from; at != to; at += step) slid |= 1ULL << (at + step);
    push_t push = {~((slid | 1ULL << from) * BOTH), slid * BOTH,        1ULL << from,
                   1ULL << to,                      step < 0 ? -step : 0, step > 0 ? step : 0};
    pushes[k] = push;
  }
  for (int k = 0; k < 4096; k++)
    if (scanf("%ld", &weights[k]) != 1) exit(2);
}

static inline u64 run(u64 word, int step) {
  u64 pairs = word & word >> step;
  return pairs & pairs >> 2 * step & word >> 4 * step;
}

static inline u64 lines(u64 word) {
  return (run(word, 1) & 0x10842100108421ULL) | (run(word, 5) & 0x1f0000001fULL) |
         (run(word, 6) & 0x100000001ULL) | (run(word, 4) & 0x1000000010ULL);
}

static inline u64 takeable(state_t s) { return edge & ~(s.word >> 32); }

static inline state_t after(state_t s, int action) {
  const push_t *push = &pushes[action];
  u64 word = (s.word & push->kept) | ((s.word & push->slid) << push->up >> push->down) | push->into;
  state_t next = {word >> 32 | word << 32, s.seat ^ 1};
  return next;
}

/* For the seat to move. */
static inline int evaluate(u64 word) {
  i64 value = 0;
  for (int k = 0; k < 5; k++) {
    int kind = k < 5 - 1 - k ? k : 5 - 1 - k;
    u64 row = word >> 5 * k, file = ((word >> k & 0x10842100108421ULL) & LOW) * 0x111110 >> 20;
    u64 other = (word >> 32 >> k & 0x108421) * 0x111110 >> 20;
    value += weights[kind << 10 | (row & 31) | (row >> 32 & 31) << 5];
    value += weights[kind << 10 | (file & 31) | (other & 31) << 5];
  }
  const u64 diagonals[2] = {0x1041041, 0x111110};
  for (int k = 0; k < 2; k++) {
    int own = __builtin_popcountll(word & diagonals[k]);
    value += weights[3 << 10 | own | __builtin_popcountll(word >> 32 & diagonals[k]) << 5];
  }
  return (int)value;
}

static inline u64 flipped(u64 word) {
  const u64 a = 0x10842100108421ULL;
  return (word & a) << 4 | (word & a << 1) << 2 | (word & a << 2) | (word >> 2 & a << 1) |
         (word >> 4 & a);
}

static inline u64 transposed(u64 word) {
  u64 found = word & 0x1041041ULL * BOTH;
  const u64 above[4] = {0x820820, 0x410400, 0x208000, 0x100000}; /* by how far below the diagonal */
  for (int k = 0; k < 4; k++) {
    u64 upper = above[k] * BOTH;
    found |= (word & upper) >> 4 * (k + 1) | (word << 4 * (k + 1) & upper);
  }
  return found;
}

static inline u64 canonical(u64 word) {
  u64 least = word;
  for (int turn = 1; turn < 8; turn++) {
    word = turn & 1 ? flipped(word) : transposed(word);
    if (word < least) least = word;
  }
  return least;
}

static inline u64 shuffled(u64 x) {
  x ^= x << 13;
  x ^= x >> 7;
  return x ^ x << 17;
}

static inline slot_t *slots_of(u64 one, u64 two) {
  u64 mixed = shuffled(two ^ one << 32 ^ one >> 32);
  mixed ^= mixed >> 9 & mixed << 5;
  mixed = shuffled(mixed ^ one);
  mixed ^= mixed >> 7 & mixed << 11;
  return slots + (shuffled(mixed) >> 11 & slots_mask);
}

static inline u64 probe(const slot_t *slot, u64 one, u64 two) {
  for (int k = 0; k < 2; k++, slot++)
    if (slot->entry && (slot->one ^ slot->entry) == one && (slot->two ^ slot->entry) == two)
      return slot->entry;
  return 0;
}

static inline int depth_in(u64 entry) { return entry >> 16 & 255; }

static inline void store(slot_t *slot, u64 one, u64 two, u64 entry) {
  int same = (slot->one ^ slot->entry) == one && (slot->two ^ slot->entry) == two;
  if (!same && depth_in(slot->entry) > depth_in(entry)) slot++;
  slot->one = one ^ entry;
  slot->two = two ^ entry;
  slot->entry = entry;
}

static inline int add_ply(int s) { return s > PROVED ? s - 1 : s < -PROVED ? s + 1 : s; }
static inline int remove_ply(int s) { return s > PROVED ? s + 1 : s < -PROVED ? s - 1 : s; }

/* The score of an ended position for who moved last: its lines are those of who is to move next. */
static inline int final(u64 found) { return found & LOW ? 1 - WIN : WIN - 1; }

static inline void visit(int count) {
  nodes += count;
  if (nodes >= limit) longjmp(out_of_nodes, 1);
}

/* The score of an action that leads to the last ply, for who made it. */
static inline int leaf(state_t child, int alpha) {
  int score = -evaluate(child.word), visited = 0;
  if (score > alpha) {
    u64 free = takeable(child);
    for (int action = 0; action < PUSHES; action++) {
      if (!(pushes[action].taken & free)) continue;
      visited++;
      u64 found = lines(after(child, action).word);
      if (found && final(found) > PROVED) {
        score = 2 - WIN;
        break;
      }
    }
  }
  visit(1 + visited);
  return score;
}

static void note_cutoff(int ply, u64 seat, int action, int depth) {
  if (killers[ply][0] != action) {
    killers[ply][1] = killers[ply][0];
    killers[ply][0] = action;
  }
  history[seat][action] += depth * depth;
  if (history[seat][action] > 6400)
    for (int k = 0; k < PUSHES; k++) history[seat][k] /= 2;
}

static int search(state_t s, int ply, int depth, int alpha, int beta, line_t *line) {
  line->length = 0;
  u64 one = s.word, two = s.seat;
  if (depth >= CANONICAL) one = canonical(one) | 1ULL << 63, two = 0;
  slot_t *slot = slots_of(one, two);
  u64 entry = probe(slot, one, two);
  int tt_action = entry ? (int)(entry >> 32) - 1 : -1;
  if (ply == 0 && first_move >= 0) {
    tt_action = first_move;
  } else if (entry && beta - alpha <= 1) {
    int score = (int)(entry & 0xffff) - 32768, bound = entry >> 24 & 3, cuts = 0;
    int deep = depth_in(entry) >= depth;
    if (bound != UPPER_BOUND && score >= beta) cuts = deep || score > PROVED;
    else if (bound != LOWER_BOUND && score <= alpha) cuts = deep || score < -PROVED;
    else if (bound == EXACT) cuts = deep;
    if (cuts) return add_ply(score);
  }
  int actions[PUSHES], count = 0, visited = 0, best = -INFINITE, best_action = -1;
  i64 order[PUSHES];
  u64 free = takeable(s);
  for (int action = 0; action < PUSHES; action++) {
    if (!(pushes[action].taken & free)) continue;
    i64 promise = history[s.seat][action];
    if (depth > 1) {
      visited++;
      u64 child = after(s, action).word, found = lines(child);
      if (found && final(found) > PROVED) {
        best = WIN - 1, best_action = line->moves[0] = action, line->length = 1, count = 0;
        break;
      }
      promise += found ? final(found) * GOOD : -evaluate(child) * 64LL;
    }
    if (action == killers[ply][0] || action == killers[ply][1]) promise += 64 * 60;
    actions[count] = action;
    order[count++] = action == tt_action ? FIRST : promise;
  }
  visit(visited);
  int low = alpha;
  for (int next = 0; next < count && alpha < beta; next++) {
    int chosen = next;
    for (int at = next + 1; at < count; at++)
      if (order[at] > order[chosen]) chosen = at;
    int action = actions[chosen], score;
    i64 promise = order[chosen];
    actions[chosen] = actions[next], order[chosen] = order[next];
    actions[next] = action, order[next] = promise;
    state_t child = after(s, action);
    u64 found = lines(child.word);
    line_t rest;
    rest.length = 0;
    if (found) {
      score = final(found);
      visit(1);
    } else if (depth == 1) {
      score = leaf(child, alpha);
    } else {
      visit(1);
      int wide = remove_ply(beta);
      score = -search(child, ply + 1, depth - 1, next ? -remove_ply(alpha + 1) : -wide,
                      -remove_ply(alpha), &rest);
      if (next && alpha < score && score < beta)
        score = -search(child, ply + 1, depth - 1, -wide, -remove_ply(alpha), &rest);
    }
    if (score > best) {
      best = score, best_action = line->moves[0] = action, line->length = rest.length + 1;
      memcpy(line->moves + 1, rest.moves, rest.length * sizeof(int));
      if (score > alpha) alpha = score;
      if (score >= beta) note_cutoff(ply, s.seat, action, depth);
    }
  }
  int bound = best <= low ? UPPER_BOUND : best >= beta ? LOWER_BOUND : EXACT;
  u64 known = (u64)(best + 32768) | (u64)depth << 16 | (u64)bound << 24;
  store(slot, one, two, known | (u64)(best_action + 1) << 32);
  return add_ply(best);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  limit = strtoull(argv[1], NULL, 10);
  u64 count = 2;
  while (2 * count * sizeof(slot_t) <= strtoull(argv[2], NULL, 10) << 20) count *= 2;
  slots = calloc(count, sizeof(slot_t));
  slots_mask = count - 2;
  memset(killers, -1, sizeof killers);
  read_data();
  volatile int score = 0, depth = 0;
  volatile u64 finished = 0;
  line_t line;
  first_move = -1;
  clock_t begun = clock();
  if (!setjmp(out_of_nodes)) {
    for (int deep = 1; deep <= DEEPEST; deep++) {
      state_t start = {0, 0};
      score = search(start, 0, deep, -INFINITE, INFINITE, &line);
      depth = deep;
      finished = nodes;
      first_move = line.moves[0];
    }
  }
  double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  printf("%lu %.6f %lu %d %d\n", nodes, seconds, finished, score, depth);
  return 0;
}
