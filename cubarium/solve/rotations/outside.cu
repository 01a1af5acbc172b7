// Boards on which one ball is still outside, and one cell empty: a block an orbit and an empty cell.
// It follows sweep.cu, made for values (PLIES=0), with PLACES = FREE - 1 and WIDE = COLUMNS of a block.
// Class 0: the mover has the ball outside; class 1: the other has it. From class 0 a ball that comes
// in leads to full boards; a rotation leads to the other class.

#define PLACES (FREE - 1)
#define PIECES (1 << (BALLS - 1))

// The bits of a word without the empty place.
__device__ __forceinline__ u32 without(u32 word, u32 empty)
{
    u32 under = (1u << empty) - 1;
    return (word & under) | (word >> 1 & ~under);
}

__device__ __forceinline__ u32 with(u32 word, u32 empty)
{
    u32 under = (1u << empty) - 1;
    return (word & under) | (word & ~under) << 1;
}

extern "C" __global__ void finish_outside(
    const u32 *first, const u32 *words, const u32 *squares, Entry *entries, u64 *totals)
{
    __shared__ u32 local[SQUARES];
    __shared__ u32 count;
    u32 orbit = blockIdx.x / FREE, empty = blockIdx.x % FREE, mask = first[orbit];
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
    for (u32 column = threadIdx.x; column < WIDE; column += blockDim.x) {
        u32 me = with(words[column], empty), op = me ^ EVERY ^ 1u << empty;
        bool mine = false, theirs = false;
        for (u32 at = 0; at < count; at++) {
            mine |= (me & local[at]) == local[at];
            theirs |= (op & local[at]) == local[at];
        }
        if (!mine && !theirs) continue;
        entries[(u64)blockIdx.x * WIDE + column] = mine ? WIN : LOSS;
        if (mine) won++;
        else lost++;
    }
    if (won) atomicAdd(totals, (u64)won);
    if (lost) atomicAdd(totals + 1, (u64)lost);
}

// pushes: by empty cell, up to 6 of the ways in: a row (below MOVES: the whole row turns, the gap is
// its last cell; from MOVES on: its first two cells change places, the gap is the second), 255: the
// ball is put into the gap, 254: none. far_child, far_turn, far_joined: as child, turn and joined, for
// both kinds of ways in, 2 * MOVES of them.
extern "C" __global__ void sweep_outside(
    const u32 *first, const int *child, const u8 *turn, const u8 *joined, const u8 *reversals,
    const u8 *rows, const u8 *pushes, const int *far_child, const u8 *far_turn,
    const u8 *far_joined, const u32 *words, const int *upper, const int *lower,
    const int *other_upper, const int *full_upper, const Entry *full, Entry *entries,
    const Entry *others, int *changed, const int *others_changed, int kind, int number, u64 *total)
{
    extern __shared__ u32 boards[];
    __shared__ u32 low[2][SIDE], high[2][SIDE];
    __shared__ u16 up[PIECES], other_up[PIECES], whole_up[SIDE], down[SIDE];
    __shared__ u8 places[MOVES + 6][FREE];
    __shared__ int goals[MOVES + 6];
    __shared__ u8 turns[MOVES + 6], bans[MOVES], ways[6];
    __shared__ u32 count;
    u32 orbit = blockIdx.x / FREE, empty = blockIdx.x % FREE, mask = first[orbit];
    u32 gap = cell_at(mask, empty);
    for (u32 move = threadIdx.x; move < MOVES + 6; move += blockDim.x) {
        if (move < MOVES) {
            u64 at = (u64)orbit * MOVES + move;
            bool is_broken = rows[3 * move] == gap || rows[3 * move + 1] == gap || rows[3 * move + 2] == gap;
            goals[move] = is_broken ? -1 : child[at];
            turns[move] = turn[at];
            bans[move] = reversals[turn[at] * MOVES + move];
        } else {
            u32 way = kind ? 254 : pushes[gap * 6 + move - MOVES];
            ways[move - MOVES] = way;
            u64 at = (u64)orbit * 2 * MOVES + (way < 254 ? way : 0);
            goals[move] = way == 254 ? -1 : way == 255 ? (int)orbit : far_child[at];
            turns[move] = far_turn[at];
        }
    }
    __syncthreads();
    for (u32 at = threadIdx.x; at < (MOVES + 6) * FREE; at += blockDim.x) {
        u32 move = at / FREE, place = at % FREE, cell = cell_at(mask, place);
        if (goals[move] < 0) continue;
        u32 way = move < MOVES ? 0 : ways[move - MOVES];
        if (move < MOVES)
            cell = joined[((u32)turns[move] * MOVES + move) * CELLS + cell];
        else if (way != 255)
            cell = far_joined[((u32)turns[move] * 2 * MOVES + way) * CELLS + cell];
        places[move][place] = place_of(first[goals[move]], cell);
    }
    for (u32 at = threadIdx.x; at < SIDE; at += blockDim.x) {
        whole_up[at] = full_upper[at];
        down[at] = lower[at];
    }
    for (u32 at = threadIdx.x; at < PIECES; at += blockDim.x) {
        up[at] = upper[at];
        other_up[at] = other_upper[at];
    }
    __syncthreads();
    bool is_due = number == 1;
    for (u32 move = threadIdx.x; move < MOVES; move += blockDim.x)
        if (goals[move] >= 0)
            is_due |= others_changed[goals[move] * FREE + places[move][empty]] >= number - 1;
    if (!__syncthreads_or(is_due)) return;
    Entry *mine = entries + (u64)blockIdx.x * WIDE;
    u32 found = 0;
    for (u32 begin = 0; begin < WIDE; begin += RANGE) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        u32 end = begin + RANGE < WIDE ? begin + RANGE : WIDE;
        for (u32 column = begin + threadIdx.x; column < end; column += blockDim.x)
            if (is_open(mine[column]))
                boards[atomicAdd(&count, 1u)] =
                    with(words[column], empty) | NO_MOVE << FREE | NO_MOVE << (FREE + 6);
        __syncthreads();
        u32 open = count;
        u32 pair = 0;
        for (u32 move = 0; move < MOVES + 6 && open; move++) {
            if (goals[move] < 0) continue;
            u32 *lows = low[pair & 1], *highs = high[pair & 1];
            pair++;
            for (u32 at = threadIdx.x; at < 2 * SIDE; at += blockDim.x) {
                u32 half = at / SIDE, bits = at % SIDE, word = 0;
                for (u32 bit = 0; bit < BALLS; bit++)
                    if (bits >> bit & 1) word |= 1u << places[move][half * BALLS + bit];
                (half ? highs : lows)[bits] = word;
            }
            __syncthreads();
            bool is_inside = move < MOVES;
            u32 there = places[move][empty];
            const Entry *goal = is_inside ? others + ((u64)goals[move] * FREE + there) * WIDE
                                          : full + (u64)goals[move] * COLUMNS;
            u32 ban = is_inside ? bans[move] : NO_MOVE;
            for (u32 base = threadIdx.x; base < open; base += AT_ONCE * blockDim.x) {
                u32 board[AT_ONCE], entry[AT_ONCE];
                bool is_judged[AT_ONCE];
                #pragma unroll
                for (u32 step = 0; step < AT_ONCE; step++) {
                    u32 at = base + step * blockDim.x;
                    board[step] = at < open ? boards[at] : MANY << FREE;
                    is_judged[step] = (board[step] >> FREE & 63) == MANY;
                    if (is_judged[step]) continue;
                    // the other's balls, after the move: where neither the mover's nor the gap come to
                    u32 after = lows[board[step] & (SIDE - 1)] | highs[board[step] >> BALLS & (SIDE - 1)];
                    after ^= EVERY ^ 1u << there;
                    if (is_inside) {
                        after = without(after, there);
                        entry[step] = goal[other_up[after >> BALLS] + down[after & (SIDE - 1)]];
                    } else
                        entry[step] = goal[whole_up[after >> BALLS] + down[after & (SIDE - 1)]];
                }
                #pragma unroll
                for (u32 step = 0; step < AT_ONCE; step++) {
                    if (is_judged[step]) continue;
                    int value = seen(entry[step], ban, number);
                    if (value == WIN) continue;
                    u32 shift = value == LOSS ? FREE : FREE + 6;
                    u32 before = board[step] >> shift & 63;
                    u32 now = before == NO_MOVE && is_inside ? move : MANY; // nobody forbids a way in
                    boards[base + step * blockDim.x] = (board[step] & ~(63u << shift)) | now << shift;
                }
            }
        }
        for (u32 at = threadIdx.x; at < open; at += blockDim.x) {
            u32 word = without(boards[at] & EVERY, empty);
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
        changed[blockIdx.x] = number;
        atomicAdd(total, (u64)found);
    }
}

// How many entries have each code.
extern "C" __global__ void count_codes(const Entry *entries, u64 many, u64 *counts)
{
    __shared__ u32 local[256];
    for (u32 at = threadIdx.x; at < 256; at += blockDim.x) local[at] = 0;
    __syncthreads();
    u64 step = (u64)gridDim.x * blockDim.x;
    for (u64 at = (u64)blockIdx.x * blockDim.x + threadIdx.x; at < many; at += step)
        atomicAdd(&local[entries[at]], 1u);
    __syncthreads();
    for (u32 at = threadIdx.x; at < 256; at += blockDim.x)
        if (local[at]) atomicAdd(counts + at, (u64)local[at]);
}
