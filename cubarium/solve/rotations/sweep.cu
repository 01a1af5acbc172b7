// Sweeps over full boards on a GPU: a block an orbit. The same as sweep.py and entries.py, which say
// what the numbers mean. Made with CELLS, BALLS, MOVES, SQUARES, COLUMNS, RANGE and PLIES.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#if PLIES
typedef u32 Entry;
#else
typedef u8 Entry;
#endif

#define SIDE (1 << BALLS)
#define FREE (2 * BALLS)
#define EVERY ((1u << FREE) - 1)
#define DRAW 0
#define WIN 1
#define LOSS 2
#define NO_MOVE 63u
#define MANY 62u
#define WINS_OR_DRAWS 1
#define WINS_OR_LOSES 2
#define DRAWS_OR_LOSES 3
#define AT_ONCE 4 // entries of a thread that wait for memory together

#if PLIES
__device__ __forceinline__ int best_of(u32 entry) { return (int)(entry << 6) >> 19; }
__device__ __forceinline__ int second_of(u32 entry) { return (int)(entry << 19) >> 19; }

__device__ __forceinline__ u32 packed(u32 move, int best, int second)
{
    return move << 26 | ((u32)best & 0x1FFF) << 13 | ((u32)second & 0x1FFF);
}

__device__ __forceinline__ int seen(u32 entry, u32 forbidden, int number)
{
    int plies = entry >> 26 == forbidden ? second_of(entry) : best_of(entry);
    if (plies > 0 && plies <= number) return WIN;
    if (plies < 0 && -plies <= number) return LOSS;
    return DRAW;
}

__device__ __forceinline__ bool is_open(u32 entry) { return !best_of(entry) || !second_of(entry); }

__device__ u32 judged(u32 entry, u32 wins, u32 opens, int number)
{
    u32 move = entry >> 26;
    int best = best_of(entry), second = second_of(entry), now = number + 1;
    if (!best && !second) {
        if (wins == MANY) return packed(NO_MOVE, now, now);
        if (wins != NO_MOVE) return packed(wins, now, opens == NO_MOVE ? -now : 0);
        if (opens == NO_MOVE) return packed(NO_MOVE, -now, -now);
        return opens == MANY ? entry : packed(opens, 0, -now);
    }
    if (!best) {
        if (wins != NO_MOVE) return packed(move, now, second);
        return opens == NO_MOVE ? packed(move, -now, second) : entry;
    }
    if (wins == MANY) return packed(move, best, now);
    return opens == NO_MOVE ? packed(move, best, -now) : entry;
}
#define FINISHED_WIN packed(NO_MOVE, 1, 1)
#define FINISHED_LOSS packed(NO_MOVE, -1, -1)
#else
__device__ __forceinline__ int seen(u32 code, u32 forbidden, int number)
{
    u32 kind = code >> 6, move = code & 63;
    if (kind == 0) return move;
    if (kind == DRAWS_OR_LOSES) return move == forbidden ? LOSS : DRAW;
    if (move != forbidden) return WIN;
    return kind == WINS_OR_DRAWS ? DRAW : LOSS;
}

__device__ __forceinline__ bool is_open(u32 code)
{
    return code == DRAW || code >> 6 == WINS_OR_DRAWS || code >> 6 == DRAWS_OR_LOSES;
}

__device__ u32 judged(u32 entry, u32 wins, u32 opens, int number)
{
    if (wins == MANY) return WIN;
    if (wins != NO_MOVE) return (opens == NO_MOVE ? WINS_OR_LOSES : WINS_OR_DRAWS) << 6 | wins;
    if (opens == NO_MOVE) return LOSS;
    return opens == MANY ? DRAW : DRAWS_OR_LOSES << 6 | opens;
}
#define FINISHED_WIN WIN
#define FINISHED_LOSS LOSS
#endif

__device__ __forceinline__ u32 place_of(u32 mask, u32 cell)
{
    return __popc(mask & ((1u << cell) - 1));
}

// The cell with this number among those of a mask.
__device__ u32 cell_at(u32 mask, u32 number)
{
    while (number--) mask &= mask - 1;
    return __ffs(mask) - 1;
}

// Boards on which the game is over.
extern "C" __global__ void finish(
    const u32 *first, const u32 *words, const u32 *squares, Entry *entries, u64 *totals)
{
    __shared__ u32 local[SQUARES];
    __shared__ u32 count;
    u32 orbit = blockIdx.x, mask = first[orbit];
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (u32 at = threadIdx.x; at < SQUARES; at += blockDim.x) {
        u32 square = squares[at], word = 0;
        if ((square & mask) != square) continue;
        for (; square; square &= square - 1) word |= 1u << place_of(mask, __ffs(square) - 1);
        local[atomicAdd(&count, 1u)] = word;
    }
    __syncthreads();
    u32 won = 0, lost = 0;
    for (u32 column = threadIdx.x; column < COLUMNS; column += blockDim.x) {
        u32 me = words[column], op = me ^ EVERY;
        bool mine = false, theirs = false;
        for (u32 at = 0; at < count; at++) {
            mine |= (me & local[at]) == local[at];
            theirs |= (op & local[at]) == local[at];
        }
        if (!mine && !theirs) continue;
        entries[(u64)orbit * COLUMNS + column] = mine ? FINISHED_WIN : FINISHED_LOSS;
        if (mine) won++;
        else lost++;
    }
    if (won) atomicAdd(totals, (u64)won);
    if (lost) atomicAdd(totals + 1, (u64)lost);
}

// A board that is being judged takes a word: its column's bits (18), the rotation that wins (6) and
// the one that neither wins nor loses (6), each NO_MOVE or MANY where there is none or more than one.
extern "C" __global__ void sweep(
    const u32 *first, const int *child, const u8 *turn, const u8 *joined, const u8 *reversals,
    const u32 *words, const int *upper, const int *lower, Entry *entries, int *changed, int number,
    u64 *total)
{
    extern __shared__ u32 boards[];
    __shared__ u32 low[2][SIDE], high[2][SIDE];
    __shared__ u16 up[SIDE], down[SIDE];
    __shared__ u8 places[MOVES][FREE];
    __shared__ int goals[MOVES];
    __shared__ u8 turns[MOVES], bans[MOVES];
    __shared__ u32 count;
    u32 orbit = blockIdx.x, mask = first[orbit];
    bool is_due = false;
    for (u32 move = threadIdx.x; move < MOVES; move += blockDim.x) {
        u64 at = (u64)orbit * MOVES + move;
        goals[move] = child[at];
        turns[move] = turn[at];
        bans[move] = reversals[turn[at] * MOVES + move];
        is_due |= changed[child[at]] >= number - 1;
    }
    if (!__syncthreads_or(is_due)) return;
    for (u32 at = threadIdx.x; at < MOVES * FREE; at += blockDim.x) {
        u32 move = at / FREE, place = at % FREE;
        u32 to = joined[((u32)turns[move] * MOVES + move) * CELLS + cell_at(mask, place)];
        places[move][place] = place_of(first[goals[move]], to);
    }
    for (u32 at = threadIdx.x; at < SIDE; at += blockDim.x) {
        up[at] = upper[at];
        down[at] = lower[at];
    }
    Entry *mine = entries + (u64)orbit * COLUMNS;
    u32 found = 0;
    for (u32 begin = 0; begin < COLUMNS; begin += RANGE) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        u32 end = begin + RANGE < COLUMNS ? begin + RANGE : COLUMNS;
        for (u32 column = begin + threadIdx.x; column < end; column += blockDim.x)
            if (is_open(mine[column]))
                boards[atomicAdd(&count, 1u)] = words[column] | NO_MOVE << FREE | NO_MOVE << (FREE + 6);
        __syncthreads();
        u32 open = count;
        for (u32 move = 0; move < MOVES && open; move++) {
            u32 *lows = low[move & 1], *highs = high[move & 1];
            for (u32 at = threadIdx.x; at < 2 * SIDE; at += blockDim.x) {
                u32 half = at / SIDE, bits = at % SIDE, word = 0;
                for (u32 bit = 0; bit < BALLS; bit++)
                    if (bits >> bit & 1) word |= 1u << places[move][half * BALLS + bit];
                (half ? highs : lows)[bits] = word;
            }
            __syncthreads(); // one is enough: the next rotation writes the other pair of lookups
            const Entry *goal = entries + (u64)goals[move] * COLUMNS;
            u32 ban = bans[move];
            for (u32 base = threadIdx.x; base < open; base += AT_ONCE * blockDim.x) {
                u32 board[AT_ONCE], entry[AT_ONCE];
                bool is_judged[AT_ONCE];
                #pragma unroll
                for (u32 step = 0; step < AT_ONCE; step++) {
                    u32 at = base + step * blockDim.x;
                    board[step] = at < open ? boards[at] : MANY << FREE;
                    is_judged[step] = (board[step] >> FREE & 63) == MANY;
                    if (is_judged[step]) continue;
                    u32 after = lows[board[step] & (SIDE - 1)] | highs[board[step] >> BALLS & (SIDE - 1)];
                    after ^= EVERY;
                    entry[step] = goal[up[after >> BALLS] + down[after & (SIDE - 1)]];
                }
                #pragma unroll
                for (u32 step = 0; step < AT_ONCE; step++) {
                    if (is_judged[step]) continue;
                    int value = seen(entry[step], ban, number);
                    if (value == WIN) continue;
                    u32 shift = value == LOSS ? FREE : FREE + 6;
                    u32 before = board[step] >> shift & 63;
                    u32 now = before == NO_MOVE ? move : MANY;
                    boards[base + step * blockDim.x] = (board[step] & ~(63u << shift)) | now << shift;
                }
            }
        }
        for (u32 at = threadIdx.x; at < open; at += blockDim.x) {
            u32 word = boards[at] & EVERY;
            u32 column = up[word >> BALLS] + down[word & (SIDE - 1)];
            u32 before = mine[column];
            u32 now = judged(before, boards[at] >> FREE & 63, boards[at] >> (FREE + 6) & 63, number);
            if (now != before) {
                mine[column] = now;
                found++;
            }
        }
        __syncthreads();
    }
    if (found) {
        changed[orbit] = number;
        atomicAdd(total, (u64)found);
    }
}
