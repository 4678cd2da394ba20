"""Who is told to act by the arena, and how often (arena.md 1, 4, 6.2)."""

from __future__ import annotations

import asyncio

from server.store.allowances import Window
from tests.arena.arena_client import Bot, first_legal
from tests.arena.duel import duel, misfit, move
from tests.support.stores import until


def result(answer):
    return answer[1]["result"]


async def test_every_decision_brings_exactly_one_private_turn(serve):
    async with duel(await serve(challenge_seconds=0)) as game:
        ids = []
        for _ in range(30):
            bot, turn = await game.turn()
            ids.append(turn["turnId"])
            await move(bot, turn)
        await game.quiet()
        assert ids == sorted(set(ids))
        assert game.waiting_turns() <= 1


async def test_a_second_join_room_of_the_same_socket_brings_no_second_turn(serve):
    async with duel(await serve()) as game:
        bot, _ = await game.turn()
        for _ in range(3):
            await bot.sio.emit("joinRoom", {"roomId": bot.room, "playerId": bot.token})
        await game.quiet()
        assert game.waiting_turns() == 0


async def test_a_new_socket_of_the_seat_on_turn_is_sent_the_turn_once(serve):
    served = await serve()
    async with duel(served) as game:
        bot, turn = await game.turn()
        async with Bot(served.url, bot.first, plays=False) as again:
            again.room, again.token = bot.room, bot.token
            await again.connect()
            seen = await again.until("turn")
            assert seen["hand"] == turn["hand"]
            assert seen["turnId"] == turn["turnId"]
            await game.quiet()
            assert len(again.private_turns()) == 1
            assert again.events("gameStart") == []
            assert game.waiting_turns() == 0


async def test_calling_uno_and_what_others_do_wrong_send_no_turn(serve):
    async with duel(await serve()) as game:
        bot, turn = await game.turn()
        other = game.other(bot)
        assert result(await bot.act("uno"))["success"] is False
        fined = result(await other.act("draw"))
        assert (fined["success"], fined["penalty"], fined["penaltyTitle"], fined["penaltyCards"]) == (
            False, True, "Out of Turn", 2,
        )  # fmt: skip
        assert "2" in fined["penaltyDescription"]
        told = await bot.until("action", lambda a: a["type"] == "penalty")
        assert told["playerId"] != other.token
        assert told["result"]["count"] == 2
        await game.quiet()
        assert game.waiting_turns() == 0
        assert (await bot.state())["hand"] == turn["hand"]


async def test_an_unplayable_draw_ends_the_turn_and_the_pass_after_it_costs_nothing(serve):
    async with duel(await serve()) as game:
        for _ in range(60):
            bot, turn = await game.turn()
            status, answer = await bot.act("draw")
            drawn = answer["result"]
            assert status == 200
            assert drawn["count"] == 1
            assert drawn["card"]
            assert drawn["playable"] is not drawn["turnEnded"]
            if drawn["turnEnded"]:
                break
            await game.turn()
            await bot.act("pass")
        passed = result(await bot.act("pass"))
        assert passed == {"success": True, "penalty": False, "turnEnded": True, "alreadyPassed": True}
        assert (await bot.state())["hand"][: len(turn["hand"])] == turn["hand"]
        assert len((await bot.state())["hand"]) == len(turn["hand"]) + 1
        assert not any(
            a["type"] in ("pass", "penalty") and a["playerId"] == bot.token for a in bot.events("action")[-1:]
        )
        fined = result(await bot.act("pass"))  # valid once per draw
        assert fined["penaltyTitle"] == "Out of Turn"


async def test_a_playable_draw_brings_a_new_turn_and_only_that_card_may_be_played(serve):
    async with duel(await serve()) as game:
        for _ in range(60):
            bot, turn = await game.turn()
            drawn = result(await bot.act("draw"))
            if drawn["playable"]:
                break
        again, new = await game.turn()
        assert again is bot
        assert new["turnId"] > turn["turnId"]
        assert new["hand"][new["drawnCardIndex"]] == drawn["card"]
        assert new["canPass"] is True
        other = next(i for i in range(len(new["hand"])) if i != new["drawnCardIndex"])
        wrong = result(await bot.act("play", cardIndex=other, wildColor="RED"))
        assert wrong["penaltyTitle"] == "Illegal Action"
        await game.turn()
        second = result(await bot.act("draw"))  # a second draw is a pass
        assert second == {"success": True, "penalty": False, "count": 0, "playable": False, "turnEnded": True}


async def test_an_illegal_play_is_fined_and_asked_again_and_the_third_ends_the_turn(serve):
    async with duel(await serve()) as game:
        bot, turn = await game.turn()
        while misfit(turn) is None:
            await move(bot, turn)
            bot, turn = await game.turn()
        for attempt in range(3):
            status, answer = await bot.act("play", cardIndex=misfit(turn))
            assert status == 200
            assert answer["success"] is False
            assert answer["result"]["penaltyTitle"] == "Illegal Action"
            again, new = await game.turn()
            if attempt < 2:
                assert again is bot
                assert len(new["hand"]) == len(turn["hand"]) + 2
                turn = new
        assert again is game.other(bot)


async def test_an_index_out_of_range_changes_nothing_and_is_asked_again(serve):
    async with duel(await serve()) as game:
        bot, turn = await game.turn()
        for index in (99, -1, "0", None, True, 1.0):
            status, answer = await bot.act("play", cardIndex=index)
            assert status == 400
            assert "error" in answer
            again, new = await game.turn()
            assert again is bot
            assert new["hand"] == turn["hand"]
            assert new["turnId"] > turn["turnId"]


async def test_a_bluffed_wild_draw_four_is_accepted_and_can_be_challenged(serve):
    served = await serve(challenge_seconds=1)
    async with duel(served) as game:
        for _ in range(400):
            bot, turn = await game.turn()
            four = next((i for i, c in enumerate(turn["hand"]) if c["type"] == "WILD_DRAW_FOUR"), None)
            bluff = any(c["color"] == turn["currentColor"] for c in turn["hand"])
            if four is not None and bluff and "drawnCardIndex" not in turn:
                break
            await bot.act("pass" if turn["canPass"] else "draw")
        played = result(await bot.act("play", cardIndex=four, wildColor="BLUE"))
        assert (played["success"], played["penalty"], played["challengeable"]) == (True, False, True)
        assert played["chosenColor"] == "BLUE"
        assert "value" not in played["card"]
        victim = game.other(bot)
        told = await victim.until("action", lambda a: a["type"] == "play" and a["result"].get("challengeable"))
        assert told["result"]["challengeBy"] == victim.token
        assert told["card"] == {"color": "BLACK", "type": "WILD_DRAW_FOUR"}
        assert (await bot.act("challenge"))[0] == 409
        verdict = result(await victim.act("challenge"))
        assert (verdict["guilty"], verdict["drawn"]) == (True, 0)
        again, new = await game.turn()  # the challenger takes a normal turn
        assert again is victim
        assert new["currentColor"] == "BLUE"
        assert len((await bot.state())["hand"]) == len(turn["hand"]) - 1 + 4
        assert (await victim.act("challenge"))[0] == 409


async def test_an_unchallenged_wild_draw_four_is_drawn_when_its_window_closes(serve):
    async with duel(await serve(challenge_seconds=1)) as game:
        for _ in range(400):
            bot, turn = await game.turn()
            four = next((i for i, c in enumerate(turn["hand"]) if c["type"] == "WILD_DRAW_FOUR"), None)
            if four is not None and "drawnCardIndex" not in turn:
                break
            await bot.act("pass" if turn["canPass"] else "draw")
        await bot.act("play", cardIndex=four, wildColor="GREEN")
        again, new = await game.turn()
        assert again is bot  # two seats: the victim draws and misses a turn
        drawn = game.other(bot).events("action")[-1]
        assert (drawn["type"], drawn["result"]["count"], drawn["result"]["reason"]) == ("draw", 4, "wild_draw_four")
        assert new["currentColor"] == "GREEN"


async def test_a_missing_call_is_paid_once_when_the_gap_ends_or_by_a_catch(serve):
    async with duel(await serve(turn_gap=0.3, challenge_seconds=0)) as game:
        caught = bypassed = False
        for _ in range(500):
            bot, turn = await game.turn()
            index = first_legal(turn)
            if index is None:
                await bot.act("pass" if turn["canPass"] else "draw")
                continue
            color = {"wildColor": "RED"} if turn["hand"][index]["color"] == "BLACK" else {}
            if len(turn["hand"]) > 2:
                await bot.act("play", cardIndex=index, **color)
                continue
            played = result(await bot.act("play", cardIndex=index, **color))
            assert (played["success"], played["penalty"], played["penaltyTitle"]) == (True, True, "UNO Bypass")
            other = game.other(bot)
            public = next(p["id"] for p in turn["players"] if p["id"] != bot.token)
            assert public != other.token
            if not caught:
                accused = next(p["id"] for p in (await other.state())["players"] if p["id"] != other.token)
                catch = (
                    await other.post(
                        f"/api/rooms/{other.room}/catchout", {"challengerId": other.token, "targetId": accused}
                    )
                )[1]["result"]
                assert catch["caught"] is True
                caught = True
            else:
                bypassed = True
            after, _ = await game.turn()
            fines = [a for a in other.events("action") if a["type"] == "penalty"]
            assert fines[-1]["result"]["penaltyTitle"] == "UNO Bypass"
            assert fines[-1]["result"]["count"] == 2
            play = [a for a in bot.events("action") if a["type"] == "play"][-1]
            assert play["result"]["penalty"] is False
            assert len((await bot.state())["hand"]) == 3
            if bypassed:
                break
            await after.act("draw")
        assert caught
        assert bypassed


async def test_a_play_carries_its_uno_call(serve):
    """arena.md 4.4: one request where a call and a play were two. Only `true` is a call."""
    async with duel(await serve(challenge_seconds=0)) as game:
        calls = iter((1, "true", True))
        call, fined = next(calls), 0
        while True:
            bot, turn = await game.turn()
            index = first_legal(turn)
            if index is None:
                await bot.act("pass" if turn["canPass"] else "draw")
                continue
            body = {"cardIndex": index, "wildColor": "RED"}
            if len(turn["hand"]) > 2:
                early = result(await bot.act("play", **body, uno=True))  # three cards or more: no call, and no fine
                assert (early["uno"], early["penalty"]) == (False, False)
                continue
            played = result(await bot.act("play", **body, uno=call))
            assert played["cardsLeft"] == 1
            assert (played["uno"], played["penalty"]) == (call is True, call is not True)
            if call is True:
                told = await game.other(bot).until("action", lambda a: a["type"] == "play" and a["result"]["uno"])
                assert told["playerId"] != bot.token
                await game.turn()
                assert len((await bot.state())["hand"]) == 1
                break
            fined += 1
            call = next(calls)
        fines = [a for a in game.ada.events("action") if a["type"] == "penalty"]
        assert (fined, len(fines)) == (2, 2)


async def test_a_failed_catchout_costs_two_cards_once_a_turn(serve):
    async with duel(await serve()) as game:
        bot, _ = await game.turn()
        other = game.other(bot)
        target = next(p["id"] for p in (await other.state())["players"] if p["id"] != other.token)
        path, body = f"/api/rooms/{other.room}/catchout", {"challengerId": other.token, "targetId": target}
        first = (await other.post(path, body))[1]["result"]
        assert (first["caught"], first["penalty"], first["penaltyTitle"]) == (False, True, "Failed Catchout")
        second = (await other.post(path, body))[1]["result"]
        assert (second["success"], second["penalty"]) == (False, False)
        for wrong in (other.token, "nobody", 5, None):
            assert (await other.post(path, {**body, "targetId": wrong}))[0] == 400
        assert (await other.post(path, {**body, "challengerId": target}))[0] == 403


async def test_cards_have_a_value_only_when_they_are_numbers(serve):
    async with duel(await serve(challenge_seconds=0)) as game:
        seen = {}
        for _ in range(40):
            bot, turn = await game.turn()
            for card in [*turn["hand"], turn["topCard"], *turn["history"]]:
                seen[card["type"]] = card
            assert turn["history"][-1] == turn["topCard"]
            await move(bot, turn)
        for kind, card in seen.items():
            assert ("value" in card) == (kind == "NUMBER")
            assert (card["color"] == "BLACK") == (kind in ("WILD", "WILD_DRAW_FOUR"))
            assert set(card) <= {"color", "type", "value"}


async def test_the_clock_runs_out_in_competitive_rooms_only(serve):
    served = await serve(turn_seconds=1)
    async with duel(served, sandbox=False) as game:
        bot, turn = await game.turn()
        assert turn["secondsLeft"] == 1
        again, _ = await game.turn()
        assert again is game.other(bot)
        late = next(a for a in again.events("action") if a["result"].get("reason") == "timeout")
        assert late["type"] == "draw"
        assert late["result"]["count"] == 1
        assert "card" not in late
    async with duel(served) as game:
        _, turn = await game.turn()
        assert turn["secondsLeft"] is None
        await asyncio.sleep(2.5)
        assert game.waiting_turns() == 0


async def test_over_the_limit_the_player_on_turn_is_asked_again_when_they_may_act(serve, monkeypatch):
    monkeypatch.setattr("server.uno.arena.rest.GAMEPLAY", Window("gameplay", 3, 0.5))
    async with duel(await serve(rate_limits="on")) as game:
        bot, turn = await game.turn()
        for _ in range(3):
            assert (await bot.act("uno"))[0] == 200
        status, answer = await bot.act("draw")
        assert status == 429
        assert answer["retryAfter"] == 1
        again, new = await game.turn()
        assert again is bot
        assert new["hand"] == turn["hand"]
        await until(lambda: game.waiting_turns() == 0)
